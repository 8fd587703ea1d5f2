import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { bankDetails } from '#tests/support/open-invoices.ts';
import { payOrders, placeOrder } from './buying.ts';
import { admin, realBuyer } from './cast.ts';
import { at, type Furnish, hideGuide, hireStaff, signUpVerified, toolsOf } from './furnish.ts';
import { insertMessages, insertOrders, insertReviews, insertUsers, insertVisits } from './past-trade.ts';

/** Tool names of 80 characters that differ at the end, and a price of which three can be paid for by card and
 * five cost $1,234,567.85. */
const longTools = `
  update tools set price_cents = 24691357, min_order_quantity = 3, pack_step = 1,
    description = 'Knitted from high-performance yarn with a nitrile palm; for sheet metal, glass, and everything '
      || 'with an edge. Washable, touch-screen ready, and certified for the highest level of resistance to cuts.',
    name = left('Riverside Professional cut-resistant work gloves with a nitrile palm and knitted wrist', 68)
      || ', size ' || lpad(place::text, 5, '0')
  from (select id, row_number() over (order by id) as place from tools) placed where placed.id = tools.id`;

/** Names and emails of 60 characters. */
const longPeople = `
  update users set
    display_name = left(display_name || ' Featherstonehaugh-Hohenlohe, Riverside Joiners and Sons Limited', 60),
    email = left(replace(email, '@trade.example', ''), 20) || '@purchasing-department.riverside-joinery.example'
  where subject like 'made-up-%'`;

const longReviews = `
  update reviews set reviews = reviews || ' Bought for the whole crew after a month of daily use on two sites, and '
    || 'nobody has had a reason to complain. The second pair came with a loose thread, which they replaced.'`;

const words = {
  purchaseOrderNumber: 'RIVERSIDE-2026-11-28-PO-0001234567',
  buyerNote:
    'Please deliver to the back gate before 3 PM, and ring twice: the office is on the second floor.',
};

/** Fills a shop with the longest content that real shops have: names and emails of 60 characters, amounts of
 * seven figures, tool names of 80 that differ at the end, and a customer's order in every state. */
export const furnishReal: Furnish = async (shop, owner) => {
  await hideGuide(shop);
  await owner.query(longTools);
  await insertUsers(owner, 12, 120);
  await owner.query(longPeople);
  await insertOrders(owner, { count: 60, days: 90 });
  await insertReviews(owner, 12);
  await owner.query(longReviews);
  await insertMessages(owner, 3, 20);
  await insertVisits(owner, 30);
  await signUpVerified(shop, owner, realBuyer);
  await shop.call(realBuyer, 'GET', `/user/${realBuyer.email}`);
  await insertOrders(owner, { count: 12, days: 60, buyer: realBuyer.email });
  const tools = (await toolsOf(shop)).filter(({ available_quantity: units }) => units >= 9);
  const order = (place: number) => placeOrder(shop, realBuyer, at(tools, place), words);
  const [paid, shipped, unpaid, invoiced, quoted] = [
    await order(1),
    await order(2),
    await order(3),
    await order(4),
    await order(5),
  ];
  await payOrders(shop, realBuyer, [paid]);
  await payOrders(shop, realBuyer, [shipped]);
  await shop.call(admin, 'PUT', `/manageorders/${shipped._id}`);
  const { version } = await shop.call<ManagedDetails>(admin, 'GET', '/managedetails');
  await shop.call(admin, 'PATCH', '/details', { version, bank: bankDetails });
  await shop.call(admin, 'POST', `/customers/${realBuyer.email}/invoices`, { orderIds: [invoiced._id] });
  await shop.call(realBuyer, 'POST', '/quotes', { orderIds: [quoted._id], note: words.buyerNote });
  await hireStaff(shop, owner);
  return { tools: { first: at(tools, 0)._id }, orders: { unpaid: unpaid._id, paid: paid._id } };
};
