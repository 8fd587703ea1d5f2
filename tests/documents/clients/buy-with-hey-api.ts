import { type Buying, givenBuying, report } from './buying.ts';
import { client } from './hey-api/client.gen.ts';
import {
  addTool,
  confirmSandboxPayment,
  createPaymentIntent,
  exchangeToken,
  listTools,
  placeOrder,
  reportPayment,
  signIn,
  signUp,
  uploadPicture,
} from './hey-api/index.ts';

const { origin, admin, buyer, picture }: Buying = await givenBuying();
const tokens: { accessToken?: string; proof?: string } = {};
client.setConfig({
  baseUrl: origin,
  throwOnError: true,
  auth: ({ key }) => tokens[key as keyof typeof tokens],
});

async function exchange(email: string, proof: string) {
  tokens.proof = proof;
  const { data } = await exchangeToken({ path: { email }, throwOnError: true });
  tokens.accessToken = data.token;
}

/** Signs a person in who has no second factor. */
async function signInPlainly(person: { email: string; password: string }) {
  const { data } = await signIn({ body: person, throwOnError: true });
  if (data.secondFactor.length > 0) throw new Error('asked for a second factor');
  await exchange(person.email, data.token);
}

await signInPlainly(admin);
const uploaded = await uploadPicture({ body: { image: picture }, throwOnError: true });
const figures = { min_order_quantity: 2, available_quantity: 9, price: 12.5 };
const texts = { name: 'Try square', description: 'Holds 90 degrees.' };
const img = uploaded.data.data.url;
const added = await addTool({ body: { ...texts, ...figures, img }, throwOnError: true });

await signUp({ body: buyer, throwOnError: true });
await signInPlainly(buyer);
const found = await listTools({ query: { q: 'square', limit: 1 }, throwOnError: true });
const toolId = found.data[0]?._id;
if (toolId !== added.data.insertedId) throw new Error('the new tool is not the one found');
const placed = await placeOrder({
  body: { toolId, minQuantity: 2, price: 25, phone: '+1 555 0100', address: '1 Workshop Lane' },
  headers: { 'idempotency-key': 'one-order' },
  throwOnError: true,
});
const { _id: orderId, price } = placed.data;
const intent = await createPaymentIntent({ body: { orderId, price }, throwOnError: true });
const { clientSecret, paymentIntentId: intentId } = intent.data;
const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', securityCode: '123' };
const billing = { name: buyer.name, email: buyer.email };
await confirmSandboxPayment({
  path: { intentId },
  body: { clientSecret, card, billing },
  throwOnError: true,
});
const paid = await reportPayment({
  path: { id: orderId },
  body: { transactionId: intentId },
  throwOnError: true,
});
report(paid.data);
