import type { AppContext } from '#features/app-context.ts';
import { buildApp } from '#server/shop/app.ts';
import type { Reply, TestShop } from '#tests/support/test-shop.ts';

/** A shop in the test's own process that listens nowhere: its calls are injected. */
export async function callsOf(
  shop: AppContext,
): Promise<Pick<TestShop, 'call'> & { shop: AppContext; stop(): Promise<void> }> {
  const app = await buildApp(shop);
  const call = async <Body>(
    method: string,
    path: string,
    { token, body, headers }: Parameters<TestShop['call']>[2] = {},
  ): Promise<Reply<Body>> => {
    const reply = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return {
      status: reply.statusCode,
      body: (isJson ? reply.json() : reply.body) as Body,
      headers: new Headers(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
    };
  };
  return { shop, call, stop: () => app.close() };
}
