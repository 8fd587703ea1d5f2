import type { AppContext } from '#features/app-context.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import {
  acceptInvitationCall,
  inviteCall,
  listInvitationsCall,
  resendInvitationCall,
  withdrawInvitationCall,
} from './contract.ts';
import { acceptInvitation, invite, readInvitations, resendInvitation, withdrawInvitation } from './invite.ts';

/** Registers the calls by which admins invite people to a role, and by which these accept. */
export function invitationRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listInvitationsCall, {}, async () => readInvitations(context));

  serve(api, inviteCall, {}, async (request) => {
    const user = requireUser(request);
    assertFreshSignIn(context, user);
    return invite(context, user, request.body);
  });

  serve(api, resendInvitationCall, {}, async (request) => {
    const user = requireUser(request);
    assertFreshSignIn(context, user);
    await resendInvitation(context, user, request.params.id);
    return { modifiedCount: 1 };
  });

  serve(api, withdrawInvitationCall, {}, async ({ params }) => withdrawInvitation(context, params.id));

  serve(api, acceptInvitationCall, {}, async (request) =>
    acceptInvitation(context, requireUser(request), request.body.token),
  );
}
