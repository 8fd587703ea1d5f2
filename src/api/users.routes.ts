import { Refusal } from '#contracts/api-error.ts';
import { emailParamsSchema } from '#contracts/identifiers.ts';
import { modifiedSchema } from '#contracts/tool.ts';
import {
  adminReplySchema,
  profileChangeSchema,
  profileSchema,
  tokenReplySchema,
  userListSchema,
  userRowSchema,
} from '#contracts/user.ts';
import { listUsers } from '#modules/users/user-list.ts';
import { findUser, isActingAdmin } from '#modules/users/user-store.ts';
import { toWireProfile, toWireUser } from '#modules/users/wire-user.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { changeProfile } from '#workflows/change-profile.ts';
import { exchangeToken } from '#workflows/exchange-token.ts';
import { makeAdmin } from '#workflows/make-admin.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { askerOf, bearerOf } from './authorise.ts';
import { sendPage } from './list-reply.ts';

const tags = ['Users'];

/** The calls about users: token exchange, profile, the admins' list, and the admin role. */
export function usersRoutes(api: ApiServer, shop: Shop): void {
  api.put(
    '/user/:email',
    {
      // The ID token in the bearer is checked by the exchange itself.
      config: { access: 'public', refuses: ['not_signed_in'], bearer: 'idToken' },
      schema: {
        tags,
        operationId: 'exchangeToken',
        summary: 'Exchanges an ID token for an access token',
        description:
          'The bearer is an ID token of the identity provider, for that email. The access token in the answer is good for 10 minutes; every other call takes it as its bearer.',
        params: emailParamsSchema,
        response: { 200: tokenReplySchema },
      },
    },
    async (request, reply) => {
      const { token, expiresAt } = await exchangeToken(shop, {
        email: request.params.email,
        idToken: bearerOf(request),
      });
      reply.header('cache-control', 'no-store');
      return { token, expiresAt: expiresAt.toISOString() };
    },
  );

  api.get(
    '/user/:email',
    {
      config: { access: 'user', refuses: ['not_allowed', 'not_found'] },
      schema: {
        tags,
        operationId: 'getProfile',
        summary: 'A profile',
        description: 'One’s own, or any for an admin.',
        params: emailParamsSchema,
        response: { 200: profileSchema },
      },
    },
    async (request) => {
      const asker = askerOf(request);
      const { email } = request.params;
      if (email !== asker.email && !asker.isAdmin)
        throw new Refusal('not_allowed', refusalTexts.notYourProfile);
      const user = await findUser(shop.db, email);
      if (!user) throw new Refusal('not_found', refusalTexts.noSuchUser);
      return toWireProfile(user);
    },
  );

  api.patch(
    '/user/:email',
    {
      config: { access: 'user', refuses: ['not_allowed'] },
      schema: {
        tags,
        operationId: 'updateProfile',
        summary: 'Changes one’s own profile',
        description: 'What is left out stays as it is.',
        params: emailParamsSchema,
        body: profileChangeSchema,
        response: { 200: modifiedSchema },
      },
    },
    async (request) => {
      const asker = askerOf(request);
      if (request.params.email !== asker.email) throw new Refusal('not_allowed', refusalTexts.notYourProfile);
      const modifiedCount = await changeProfile(shop, asker, request.body);
      return { modifiedCount };
    },
  );

  api.get(
    '/user',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        operationId: 'listUsers',
        summary: 'All users: searched, by role, sorted',
        description: '`q` finds the beginnings of words of names and emails.',
        querystring: userListSchema,
        response: { 200: userRowSchema.array() },
      },
    },
    async (request, reply) => sendPage(request, reply, await listUsers(shop.db, request.query), toWireUser),
  );

  adminRoleRoutes(api, shop);
}

function adminRoleRoutes(api: ApiServer, shop: Shop): void {
  api.put(
    '/user/admin/:email',
    {
      config: { access: 'admin', refuses: ['not_found'] },
      schema: {
        tags,
        operationId: 'makeAdmin',
        summary: 'Gives a user the admin role',
        description: '`modifiedCount` is 0 when they have it already.',
        params: emailParamsSchema,
        response: { 200: modifiedSchema },
      },
    },
    async (request) => {
      const outcome = await makeAdmin(shop, request.params.email);
      if (outcome === 'unknown') throw new Refusal('not_found', refusalTexts.noSuchUser);
      return { modifiedCount: outcome === 'made' ? 1 : 0 };
    },
  );

  api.get(
    '/admin/:email',
    {
      config: { access: 'user' },
      schema: {
        tags,
        operationId: 'isAdmin',
        summary: 'Whether a user is an admin; about somebody else only an admin learns it',
        description: 'Anybody else asking about another user gets `admin: false`.',
        params: emailParamsSchema,
        response: { 200: adminReplySchema },
      },
    },
    async (request) => {
      const asker = askerOf(request);
      const { email } = request.params;
      if (email === asker.email || !asker.isAdmin) return { admin: email === asker.email && asker.isAdmin };
      const user = await findUser(shop.db, email);
      return { admin: user !== undefined && isActingAdmin(user) };
    },
  );
}
