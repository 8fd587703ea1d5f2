import { type Buying, givenBuying, report } from './buying.ts';
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
} from './orval/shop.ts';

const { admin, buyer, picture }: Buying = await givenBuying();

const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });

/** Returns a reply's data, and asserts its status. */
function expectStatus<Reply extends { status: number; data: unknown }, Status extends Reply['status']>(
  reply: Reply,
  status: Status,
): Extract<Reply, { status: Status }>['data'] {
  if (reply.status !== status) throw new Error(JSON.stringify(reply.data));
  return reply.data as Extract<Reply, { status: Status }>['data'];
}

async function exchange(email: string, proof: string) {
  return bearer(expectStatus(await exchangeToken(email, bearer(proof)), 200).token);
}

/** Signs a person in who has no second factor. */
async function signInPlainly(person: { email: string; password: string }) {
  const signedIn = expectStatus(await signIn(person), 200);
  if (signedIn.secondFactor.length > 0) throw new Error('asked for a second factor');
  return exchange(person.email, signedIn.token);
}

const asAdmin = await signInPlainly(admin);
const uploaded = expectStatus(await uploadPicture({ image: picture }, asAdmin), 200);
const figures = { min_order_quantity: 2, available_quantity: 9, price: 12.5 };
const texts = { name: 'Marking gauge', description: 'Scribes a line.' };
const img = uploaded.data.url;
const added = expectStatus(await addTool({ ...texts, ...figures, img }, asAdmin), 200);

expectStatus(await signUp(buyer), 200);
const asBuyer = await signInPlainly(buyer);
const [tool] = expectStatus(await listTools({ q: 'gauge', limit: 1 }), 200);
if (tool?._id !== added.insertedId) throw new Error('the new tool is not the one found');
const delivery = { phone: '+1 555 0100', address: '1 Workshop Lane' };
const order = { toolId: tool._id, minQuantity: 2, price: 25, ...delivery };
const { _id: orderId, price } = expectStatus(await placeOrder(order, asBuyer), 201);
const intent = expectStatus(await createPaymentIntent({ orderId, price }, asBuyer), 200);
const { clientSecret, paymentIntentId } = intent;
const card = { number: '4242 4242 4242 4242', expiry: '12 / 40', securityCode: '123' };
const billing = { name: buyer.name, email: buyer.email };
expectStatus(await confirmSandboxPayment(paymentIntentId, { clientSecret, card, billing }), 200);
report(expectStatus(await reportPayment(orderId, { transactionId: paymentIntentId }, asBuyer), 200));
