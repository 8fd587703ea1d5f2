import { report } from './buying.ts';
import { givenKeeping, startOf } from './keeping.ts';
import { editTool, getInvoiceOfOrder, getManagedTool, listAllOrders, shipOrder } from './orval/shop.ts';

const { apiKey, toolId } = givenKeeping();
const withKey: RequestInit = { headers: { authorization: `Bearer ${apiKey}` } };

/** Returns a reply's data, and asserts its status. */
function expectOk<Reply extends { status: number; data: unknown }>(reply: Reply) {
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.data));
  return reply.data as Extract<Reply, { status: 200 }>['data'];
}

const paid = expectOk(await listAllOrders({ status: 'paid' }, withKey));
const order = paid.find((each) => each.toolId === toolId);
if (!order) throw new Error('the paid order is not listed');
const { modifiedCount } = expectOk(await shipOrder(order._id, null, withKey));
const invoice = expectOk(await getInvoiceOfOrder(order._id, withKey));
const { version } = expectOk(await getManagedTool(toolId, withKey));
const { price } = expectOk(await editTool(toolId, { version, price: 19.5 }, withKey));
report({ modifiedCount, price, file: await startOf(invoice) });
