import { report } from './buying.ts';
import { client } from './hey-api/client.gen.ts';
import { editTool, getInvoiceOfOrder, getManagedTool, listAllOrders, shipOrder } from './hey-api/index.ts';
import { givenKeeping, startOf } from './keeping.ts';

const { origin, apiKey, toolId } = givenKeeping();
client.setConfig({
  baseUrl: origin,
  throwOnError: true,
  auth: ({ key }) => (key === 'apiKey' ? apiKey : undefined),
});

const paid = await listAllOrders({ query: { status: 'paid' }, throwOnError: true });
const order = paid.data.find((each) => each.toolId === toolId);
if (!order) throw new Error('the paid order is not listed');
const path = { id: order._id };
const shipped = await shipOrder({ path, body: null, throwOnError: true });
const invoice = await getInvoiceOfOrder({ path, parseAs: 'blob', throwOnError: true });
const tool = await getManagedTool({ path: { id: toolId }, throwOnError: true });
const edit = { version: tool.data.version, price: 19.5 };
const edited = await editTool({ path: { id: toolId }, body: edit, throwOnError: true });
const { modifiedCount } = shipped.data;
report({ modifiedCount, price: edited.data.price, file: await startOf(invoice.data as unknown as Blob) });
