import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { fileCall, sendExport } from '#features/exports/send-export.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { errorTexts } from '#texts/errors.ts';
import { accountRuleTexts } from '#texts/validation.ts';
import { exchangeToken } from './access-token.ts';
import { admitExport } from './admit-export.ts';
import { assertFreshSignIn, bearerOf, requireUser } from './authorise.ts';
import {
  exchangeTokenCall,
  getOwnSessionCall,
  getProfileCall,
  type ProfileChange,
  updateProfileCall,
} from './contract.ts';
import { blockUser, giveRoleTo, takeRoleFrom, unblockUser } from './manage-users.ts';
import {
  blockUserCall,
  exportUsersCall,
  isAdminCall,
  listUsersCall,
  makeAdminCall,
  makeStaffCall,
  takeAdminCall,
  takeStaffCall,
  unblockUserCall,
} from './roles-contract.ts';
import { type CurrentUser, findUser, lockUser, powersOf, updateProfile } from './store.ts';
import { exportOfUsers, listUsers, serializeProfile, serializeUser } from './user-list.ts';
import { readVatNumber } from './vat-number.ts';

/** Routes for users: token exchange, profile, list, roles and blocks. */
export function usersRoutes(api: ApiServer, context: AppContext): void {
  addOwn(api, context);
  addManaging(api, context);
}

function addOwn(api: ApiServer, context: AppContext): void {
  serve(api, exchangeTokenCall, {}, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return exchangeToken(context, { email: request.params.email, proof: bearerOf(request) });
  });

  serve(api, getOwnSessionCall, {}, async (request) => {
    const { email, displayName, emailVerified } = requireUser(request);
    return { email, displayName, emailVerified };
  });

  serve(api, getProfileCall, {}, async (request) => {
    const currentUser = requireUser(request);
    const { email } = request.params;
    if (email !== currentUser.email && !currentUser.isStaff)
      throw new AppError('not_allowed', errorTexts.notYourProfile);
    const user = await findUser(context.db, email);
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    return serializeProfile(user);
  });

  serve(api, updateProfileCall, {}, async (request) => {
    const currentUser = requireUser(request);
    if (request.params.email !== currentUser.email)
      throw new AppError('not_allowed', errorTexts.notYourProfile);
    return { modifiedCount: await changeProfile(context, currentUser, request.body) };
  });

  serve(api, isAdminCall, {}, async (request) => {
    const currentUser = requireUser(request);
    const { email } = request.params;
    if (email === currentUser.email) {
      const dueAt = currentUser.factorDueAt?.toISOString();
      return { ...adminReply(currentUser), ...(dueAt && { factorDueAt: dueAt }) };
    }
    const user = currentUser.isAdmin ? await findUser(context.db, email) : undefined;
    return user ? adminReply(powersOf(user)) : { admin: false };
  });
}

const adminReply = ({ isAdmin, isStaff }: ReturnType<typeof powersOf>) => ({
  admin: isAdmin,
  ...(isStaff && !isAdmin && { staff: true }),
});

function addManaging(api: ApiServer, context: AppContext): void {
  serve(api, listUsersCall, {}, async (request, reply) =>
    sendPage(request, reply, await listUsers(context.db, request.query), (user) => ({
      ...serializeUser(user),
      ...(context.embeddedIdentity && { secondFactor: user.has_factor }),
    })),
  );
  serve(api, exportUsersCall, fileCall, async (request, reply) => {
    await admitExport(context, request, 'users_exported');
    return sendExport(context, reply, exportOfUsers(request.query));
  });
  const roleChanges = [
    { call: makeAdminCall, change: giveRoleTo, role: 'admin' },
    { call: takeAdminCall, change: takeRoleFrom, role: 'admin' },
    { call: makeStaffCall, change: giveRoleTo, role: 'staff' },
    { call: takeStaffCall, change: takeRoleFrom, role: 'staff' },
  ] as const;
  for (const { call, change, role } of roleChanges) {
    serve(api, call, {}, async (request) => {
      assertFreshSignIn(context, requireUser(request));
      return change(context, request.params.email, role);
    });
  }
  serve(api, blockUserCall, {}, async ({ params, body }) => blockUser(context, params.email, body.reason));
  serve(api, unblockUserCall, {}, async ({ params }) => unblockUser(context, params.email));
}

/** Changes one's own profile, and the name at the provider too. Returns the number of profiles
 * changed. @throws AppError invalid_input for an invalid VAT ID */
async function changeProfile(
  context: AppContext,
  currentUser: CurrentUser,
  change: ProfileChange,
): Promise<number> {
  const { name, education, linkedin, phone, city, district, company, vatNumber } = change;
  const vat = vatNumber === undefined ? undefined : vatColumns(vatNumber);
  if (name !== undefined) await context.identityProvider.rename(currentUser.subject, name);
  const fields = { display_name: name, education, linkedin, phone, city, district, company, ...vat };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (given.length === 0) return 0;
  await context.db.transaction().execute(async (tx) => {
    await lockUser(tx, currentUser.userId);
    await updateProfile(tx, currentUser.userId, Object.fromEntries(given));
    const fields = given.map(([field]) => field).join(', ');
    await recordAudit(context, tx, {
      action: 'profile_changed',
      userId: currentUser.userId,
      details: { fields },
    });
  });
  return 1;
}

function vatColumns(typed: string) {
  const read = typed === '' ? { number: '', country: '' } : readVatNumber(typed);
  if (!read)
    throw new AppError('invalid_input', accountRuleTexts.profile.noVatNumber, { field: 'vatNumber' });
  return { vat_number: read.number, vat_country: read.country };
}
