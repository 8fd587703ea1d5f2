import type { Quote } from '#features/quotes/contract.ts';
import type { Side } from './access-askers.ts';
import { beginPayment, expectStatus, placeOrder } from './buying.ts';
import { offerBody } from './quotes.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** A request for an object of `person`; on the side `own`, `person` is the `owner`. */
export type AccessRequest = {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  form?: FormData;
};

export type Scene = { t: TestShop; person: TestUser; owner: TestUser; side: Side };
export type MakeRequest = (scene: Scene) => AccessRequest | Promise<AccessRequest>;

export const makeOrder = async ({ t, person }: Scene) => placeOrder(t, person, (await t.makeTool()).id);

/** A quote that staff offer unprompted; their number is unlimited. */
export const makeQuote = async (scene: Scene): Promise<Quote> => {
  const { t, person } = scene;
  const { token } = await t.makeUser({ role: 'staff' });
  const body = offerBody(t, [(await makeOrder(scene))._id]);
  return expectStatus(await t.call<Quote>('POST', `/customers/${person.email}/quotes`, { token, body }), 201);
};

/** An intent of `person` that waits for its card. Earlier payments are settled first, because their number
 * per person is limited. */
export async function makeIntent(scene: Scene) {
  await scene.t.runJobs('deliver-sandbox-webhook');
  const order = await makeOrder(scene);
  return { order, intent: await beginPayment(scene.t, scene.person, order) };
}
