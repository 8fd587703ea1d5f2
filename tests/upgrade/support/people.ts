import type { Database } from '#platform/database/database.ts';
import { PASSWORD, signUp } from '#tests/support/accounts.ts';
import { actAsAdmin } from '#tests/support/spawned-admin-shop.ts';
import type { TestShop } from '#tests/support/test-shop.ts';

/** A login meets two versions with other sessions again and again; more often than this is no chance. */
const LOGIN_TRIES = 100;

/** Makes people and tools over HTTP and in columns that every version has: this version's own code may
 * write to some that the tables of an earlier one lack. @param call at a shop that runs with
 * `adminSettings` */
export async function comeAsPeople(
  origin: string,
  call: TestShop['call'],
  db: Database,
): Promise<Pick<TestShop, 'makeUser' | 'makeTool'> & { logIn(email: string): Promise<string> }> {
  async function logIn(email: string): Promise<string> {
    for (let tries = 0; tries < LOGIN_TRIES; tries += 1) {
      const token = await tryToLogIn(call, email);
      if (token) return token;
    }
    throw new Error(`${email} could not log in`);
  }

  const admin = await actAsAdmin(origin, logIn);
  return {
    logIn,
    async makeUser({ role = 'user' } = {}) {
      const { email, name } = await signUp({ call });
      await db.updateTable('identity.user').set({ emailVerified: true }).where('email', '=', email).execute();
      const token = await logIn(email);
      const user = db.updateTable('users').set({ role }).where('email', '=', email).returning('id');
      const { id: userId } = await user.executeTakeFirstOrThrow();
      return { userId, email, name, token };
    },
    async makeTool({ name = 'Claw hammer', onHand = 100 } = {}) {
      const img = await admin.uploadPicture('hammer.png');
      const reply = await admin.post<{ insertedId: string }>('/tool', {
        ...{ name, description: 'Drives nails and pulls them.', img, price: 12.5 },
        ...{ min_order_quantity: 1, available_quantity: onHand },
      });
      if (reply.status !== 200) throw new Error(`a tool was refused: ${JSON.stringify(reply.body)}`);
      return { id: reply.body.insertedId, name, img };
    },
  };
}

/** Logs in as every version takes it. Returns nothing if nodes with other sessions answered the steps. @throws
 * if one of them failed */
async function tryToLogIn(call: TestShop['call'], email: string): Promise<string | undefined> {
  async function step(method: string, path: string, options: Parameters<TestShop['call']>[2]) {
    const reply = await call<{ token?: string }>(method, path, options);
    if (reply.status >= 500) throw new Error(`${method} ${path}: ${reply.status}`);
    return { token: reply.status === 200 ? reply.body.token : undefined, headers: reply.headers };
  }

  const signedIn = await step('POST', '/api/auth/sign-in/email', { body: { email, password: PASSWORD } });
  // Before 0137-sessions, what is exchanged was one more call away.
  const session = signedIn.headers.get('set-auth-token');
  const { token: proof } =
    session === null ? signedIn : await step('GET', '/api/auth/token', { token: session });
  if (!proof) return undefined;
  return (await step('PUT', `/user/${email}`, { token: proof })).token;
}
