import { bankDetails } from '../open-invoices.ts';

/** A shop's response to a call: its status and body. */
export type Answer = { status: number; body: unknown };

/** Sends a call as an admin of a shop, and waits for the whole response. */
export type Ask = (method: string, path: string, body?: string | FormData, type?: string) => Promise<Answer>;

/** The owner of orders, and their state. */
type OrdersOf = 'asker' | 'customer' | 'paid';

/** The contents of a shop that receives the largest inputs. */
export type World = {
  ask: Ask;
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body: object): Promise<Body>;
  /** The asker's own address, a customer's, and another one. */
  email: string;
  customer: string;
  other: string;
  /** Ids of tools that can be ordered, and tools' names. */
  tools: string[];
  names: string[];
  imgs: string[];
  /** Orders that no call has used yet. */
  takeOrders(of: OrdersOf, count: number, address?: string): Promise<string[]>;
};

type Tool = { _id: string; name: string; img: string };
type User = { email: string; role: string };

const TOOLS = 500;
/** Maximum number of lines in a batch. */
const BATCH = 50;
const PHONE = '+1 555 0100';

/** Finds tools and customers of a shop. */
export async function createWorld(ask: Ask, email: string): Promise<World> {
  const get = async <Body>(path: string) => succeeded<Body>(`GET ${path}`, await ask('GET', path));
  const post = async <Body>(path: string, body: object) =>
    succeeded<Body>(`POST ${path}`, await ask('POST', path, JSON.stringify(body)));
  const tools: Tool[] = [];
  for (const sort of ['newest', 'price', '-price', 'rating', 'newest&category=Drills']) {
    tools.push(...(await get<Tool[]>(`/tool?orderable=1&limit=100&sort=${sort}`)));
    if (tools.length >= TOOLS) break;
  }
  const ids = [...new Set(tools.map(({ _id }) => _id))];
  const users = (await get<User[]>('/user?role=user&limit=100')).filter((user) => user.email !== email);
  // A folder that was measured before has what was ordered then.
  const customer = users[Math.floor(Math.random() * users.length)]?.email ?? '';
  for (const { _id, paid } of await get<{ _id: string; paid: boolean }[]>(`/orders?email=${email}`))
    if (!paid) await ask('DELETE', `/orders/${_id}`);

  // Orders are invoiced before payment where the shop has a bank account.
  const { version } = await get<{ version: number }>('/managedetails');
  await ask('PATCH', '/details', JSON.stringify({ version, bank: bankDetails }));

  let batches = 0;
  const place = async (of: OrdersOf, address: string) => {
    batches += 1;
    const from = (batches * BATCH) % (ids.length - BATCH + 1);
    const toolIds = ids.slice(from, from + BATCH);
    const { tools: terms } = await post<{ tools: { toolId: string; minOrderQuantity: number }[] }>(
      '/quick-order/tools',
      {
        toolIds,
      },
    );
    const least = new Map(terms.map((tool) => [tool.toolId, tool.minOrderQuantity]));
    const { orders } = await post<{ orders: { _id: string }[] }>('/orders/batch', {
      lines: toolIds.map((toolId) => ({ toolId, quantity: least.get(toolId) ?? 1 })),
      ...{ phone: PHONE, address },
      ...(of !== 'asker' && { customer }),
    });
    const placed = orders.map(({ _id }) => _id);
    if (of === 'paid') await post(`/customers/${customer}/mark-paid`, { orderIds: placed, method: 'cash' });
    return placed;
  };
  const ready: Record<OrdersOf, string[]> = { asker: [], customer: [], paid: [] };
  const taken: Record<OrdersOf, string[]> = { asker: [], customer: [], paid: [] };
  /** An account has 20 open quotes and 500 unpaid orders at most: those that earlier calls had are ended. */
  const endTaken = async (of: OrdersOf) => {
    for (const state of ['asked', 'offered', 'accepted'])
      for (const { _id } of await get<{ _id: string }[]>(
        `/quotes?state=${state}&customer=${email}&limit=100`,
      ))
        await ask('POST', `/quotes/${_id}/decline`, '{}');
    for (const id of of === 'paid' ? [] : taken[of].splice(0)) {
      if ((await ask('DELETE', `/orders/${id}`)).status !== 409) continue;
      const { status, body } = await ask('GET', `/orders/${id}/open-invoice`);
      if (status !== 200) continue;
      await post(`/invoices/${(body as { _id: string })._id}/withdraw`, {});
      await ask('DELETE', `/orders/${id}`);
    }
  };
  return {
    ...{
      ask,
      get,
      post,
      email,
      customer,
      other: users.find((user) => user.email !== customer)?.email ?? customer,
    },
    tools: ids,
    names: tools.map(({ name }) => name),
    imgs: [...new Set(tools.map(({ img }) => img))],
    async takeOrders(of, count, address = '1 Main St, Ohio, IL 61349') {
      if (ready[of].length < count) await endTaken(of);
      while (ready[of].length < count) ready[of].push(...(await place(of, address)));
      const orders = ready[of].splice(0, count);
      taken[of].push(...orders);
      return orders;
    },
  };
}

function succeeded<Body>(call: string, { status, body }: Answer): Body {
  if (status >= 400) throw new Error(`${call} answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return body as Body;
}
