import type { Database } from '#platform/database/database.ts';
import { accessTokenOf, signUp } from '#tests/support/accounts.ts';
import { actAsAdmin } from '#tests/support/spawned-admin-shop.ts';
import type { TestShop } from '#tests/support/test-shop.ts';

/** Makes people and tools over HTTP and in columns that every version has: this version's own code may
 * write to some that the tables of an earlier one lack. @param call at a shop that runs with
 * `adminSettings` */
export async function comeAsPeople(
  origin: string,
  call: TestShop['call'],
  db: Database,
): Promise<Pick<TestShop, 'makeUser' | 'makeTool'>> {
  const admin = await actAsAdmin(origin);
  return {
    async makeUser({ role = 'user' } = {}) {
      const account = await signUp({ call });
      const { email, name } = account;
      await db.updateTable('identity.user').set({ emailVerified: true }).where('email', '=', email).execute();
      const token = await accessTokenOf({ call }, account);
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
