import { signInAsBenchAdmin } from './bench-shop.ts';

/** What there is in a shop that is asked with the most that it takes, and how its admin asks it. */
export type World = {
  origin: string;
  email: string;
  ids: Record<'tool' | 'order' | 'category' | 'brand', string[]>;
  img: string;
  /** Sends a call as the admin; answers its status, and waits for the whole answer. */
  send(method: string, path: string, body?: string | FormData, type?: string): Promise<string>;
  get<Body>(path: string): Promise<Body>;
};

/** A token lasts for ten minutes. */
const TOKEN_MS = 300_000;
const ORDERS = 50;

type Named = { _id: string; img: string; min_order_quantity: number };

/** Finds tools, categories and brands of a shop, and places orders. */
export async function createWorld(origin: string): Promise<World> {
  let token = '';
  let signedInAt = Number.NEGATIVE_INFINITY;
  const ask = async (method: string, path: string, body?: string | FormData, type = 'application/json') => {
    if (performance.now() - signedInAt > TOKEN_MS) {
      token = await signInAsBenchAdmin({ origin });
      signedInAt = performance.now();
    }
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': type }),
    };
    return fetch(origin + path, { method, headers, body: body ?? null, redirect: 'manual' });
  };
  const get = async <Body>(path: string) => (await (await ask('GET', path)).json()) as Body;
  const tools = await get<Named[]>('/tool?limit=100');
  const idsOf = (rows: Named[]) => rows.map(({ _id }) => _id);
  const orders: string[] = [];
  for (const { _id: toolId, min_order_quantity: minQuantity } of tools) {
    if (orders.length === ORDERS) break;
    const body = JSON.stringify({
      toolId,
      minQuantity,
      phone: '+1 555 0100',
      address: '1 Main St, Ohio, IL 61349',
    });
    const { insertedId } = (await (await ask('POST', '/orders', body)).json()) as { insertedId?: string };
    if (insertedId) orders.push(insertedId);
  }
  return {
    origin,
    email: 'admin@bench.example',
    ids: {
      tool: idsOf(tools),
      order: orders,
      category: idsOf(await get('/categories')),
      brand: idsOf(await get('/brands')),
    },
    img: tools[0]?.img ?? '',
    get,
    async send(...request) {
      const reply = await ask(...request);
      await reply.arrayBuffer();
      return String(reply.status);
    },
  };
}
