import { Readable } from 'node:stream';
import { AppError } from '#contracts/app-error.ts';
import { hasNoEmail } from '#contracts/email.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { fileCall } from '#features/exports/send-export.ts';
import { createIdentityCounts, recordAccountEvent } from '#features/sign-in/identity-counts.ts';
import { admitExport } from '#features/users/admit-export.ts';
import { assertFreshSignIn, requireUser } from '#features/users/authorise.ts';
import { deleteUserCall, exportUserCall } from '#features/users/roles-contract.ts';
import { findUserIdOfAccount } from '#features/users/store.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { findFactorKinds } from '#platform/identity/embedded/factors.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';
import { errorTexts } from '#texts/errors.ts';
import {
  deleteAccountCall,
  downloadAccountExportCall,
  exportAccountCall,
  getAccountExportCall,
} from './contract.ts';
import { eraseAccount } from './erase-account.ts';
import { findExport, readParts } from './export-store.ts';
import { serializeExport, startExport } from './make-export.ts';
import { customerEmailTexts, exportErrorTexts, exportFileTexts } from './texts.ts';

/** Registers the calls that copy and delete what is kept about a person: oneself, and for admins anyone. */
export function accountRoutes(api: ApiServer, context: AppContext): void {
  const { embeddedIdentity } = context;
  const counts = createIdentityCounts(context);

  serve(api, deleteAccountCall, {}, async (request) => {
    const user = requireUser(request);
    const password = request.body?.password;
    // With a second factor, the password alone is not enough.
    const isEnough = embeddedIdentity && (await findFactorKinds(context.db, user.subject)).length === 0;
    if (password === undefined || !isEnough) assertFreshSignIn(context, user);
    else
      await counts.signIn(clientAddress(request.ip), user, async () => {
        if (await embeddedIdentity.isPassword(user.email, password)) return;
        await recordAccountEvent(context, context.db, { kind: 'sign_in_refused', email: user.email });
        throw new AccountError('not_this_password');
      });
    return eraseAccount(context, user.userId);
  });

  serve(api, deleteUserCall, {}, async (request) => {
    assertFreshSignIn(context, requireUser(request));
    const userId = await findUserIdOfAccount(context.db, request.params);
    if (!userId) throw new AppError('not_found', errorTexts.noSuchUser);
    return eraseAccount(context, userId);
  });

  serve(api, exportAccountCall, {}, async (request) => {
    const user = requireUser(request);
    assertFreshSignIn(context, user);
    return startExport(context, user.userId);
  });

  serve(api, exportUserCall, {}, async (request) => {
    assertFreshSignIn(context, requireUser(request));
    const userId = await findUserIdOfAccount(context.db, request.params);
    if (!userId) throw new AppError('not_found', errorTexts.noSuchUser);
    if (hasNoEmail(request.params.email)) throw new AppError('conflict', customerEmailTexts.noEmail);
    const { state } = await startExport(context, userId);
    return { state };
  });

  serve(api, getAccountExportCall, {}, async (request) =>
    serializeExport(await findExport(context.db, requireUser(request).userId), context.clock.now()),
  );

  serve(api, downloadAccountExportCall, fileCall, async (request, reply) => {
    const { userId } = requireUser(request);
    const row = await findExport(context.db, userId);
    if (!row || serializeExport(row, context.clock.now()).state !== 'ready')
      throw new AppError('not_found', exportErrorTexts.noFile);
    await admitExport(context, request, 'data_downloaded');
    await recordAudit(context, context.db, { action: 'data_downloaded', userId });
    reply
      .type('application/zip')
      .header('content-length', row.size_bytes)
      .header('content-disposition', `attachment; filename="${exportFileTexts.name}"`);
    return Readable.from(readParts(context.db, row), { objectMode: false });
  });
}
