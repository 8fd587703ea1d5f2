import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { daySchema, deletedSchema, idempotencyHeadersSchema } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { plainLine } from '#contracts/text.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { parcelRuleTexts as texts } from './texts/parcels.ts';

/** Maximum number of orders in a parcel. */
export const MAX_ORDERS_IN_PARCEL = 50;

/** An optional line of text; an empty one clears it. */
const clearableLine = (label: string, max: number) =>
  z.pipe(
    z.nullable(plainLine(label, max)),
    z.transform((line: string | null) => line || null),
  );

/** `carrier` is the name of one of the shop's carriers. */
const shipping = {
  carrier: z.optional(clearableLine(texts.carrier, 60)),
  trackingNumber: z.optional(clearableLine(texts.trackingNumber, 60)),
};

/** Whether to ship orders although their payment is disputed, or was lost in a dispute. */
export const despiteDispute = z.optional(z.boolean({ error: texts.despiteDispute }));

/** Body of `POST /parcels`: the number of units of each order. */
export const newParcelSchema = z.object({
  ...shipping,
  despiteDispute,
  orders: z
    .array(z.object({ orderId: idSchema, quantity: quantity(texts.quantity) }), { error: texts.orders })
    .check(
      z.minLength(1, texts.orders),
      z.maxLength(MAX_ORDERS_IN_PARCEL, texts.tooManyOrders(MAX_ORDERS_IN_PARCEL)),
      z.refine((orders) => new Set(orders.map(({ orderId }) => orderId)).size === orders.length, texts.twice),
    ),
});
export type NewParcel = z.infer<typeof newParcelSchema>;

/** Body of `PATCH /parcels/{id}`: omitted fields stay unchanged, null clears them. */
export const parcelChangeSchema = z.object({
  ...shipping,
  deliveredOn: z.optional(z.nullable(daySchema(texts.deliveredOn))),
});
export type ParcelChange = z.infer<typeof parcelChangeSchema>;

/** A parcel on the wire. `trackingUrl`: the carrier's tracking page; `ordered`: the order's total number of
 * units, without those refunded before they were sent. `deliveredOn`: the day of delivery in the shop's time
 * zone, null while unknown. */
export const parcelSchema = z.object({
  _id: idSchema,
  sentAt: z.iso.datetime(),
  deliveredOn: z.nullable(z.iso.date()),
  carrier: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  trackingUrl: z.nullable(z.string()),
  contents: z.array(
    z.object({
      orderId: idSchema,
      number: z.string(),
      toolName: z.string(),
      /** Missing from replies stored before this field existed. */
      partNumber: z._default(z.nullable(z.string()), null),
      quantity: z.int(),
      ordered: z.int(),
    }),
  ),
});
export type Parcel = z.infer<typeof parcelSchema>;

/** Maximum number of rows in a list of deliveries. */
export const MAX_DELIVERIES = 200;

/** Body of `POST /parcels/delivered`. `package`: a tracking number, or the number of an order with a single
 * parcel. */
export const deliveriesSchema = z.object({
  deliveries: z
    .array(
      z.object({
        package: plainLine(texts.package, 60),
        deliveredOn: daySchema(texts.deliveredOn),
      }),
      { error: texts.deliveries },
    )
    .check(
      z.minLength(1, texts.deliveries),
      z.maxLength(MAX_DELIVERIES, texts.tooManyDeliveries(MAX_DELIVERIES)),
    ),
});
export type Deliveries = z.infer<typeof deliveriesSchema>;

/** The result for each row, in order: how many parcels were changed, or why none could be. */
export const deliveryAnswersSchema = z.array(
  z.object({
    package: z.string(),
    modifiedCount: z.int(),
    error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
);
export type DeliveryAnswers = z.infer<typeof deliveryAnswersSchema>;

export const sendParcelCall = {
  method: 'POST',
  path: '/parcels',
  access: 'staff',
  headers: idempotencyHeadersSchema,
  body: newParcelSchema,
  reply: parcelSchema,
  status: 201,
  errors: ['not_found', 'conflict', 'order_disputed'],
  tag: 'Orders',
  operationId: 'sendParcel',
  summary: 'Ships units of one buyer’s orders as a parcel',
  description:
    'An order is shipped once its last unit has shipped. The buyer is emailed 10 seconds later. `carrier` is the name of one of `GET /carriers`. An order whose payment is disputed, or was lost in a dispute, ships with `despiteDispute` only.',
} satisfies Call;

export const undoParcelCall = {
  method: 'DELETE',
  path: '/parcels/:id',
  access: 'staff',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found', 'conflict'],
  tag: 'Orders',
  operationId: 'undoParcel',
  summary: 'Undoes a parcel, within 10 seconds',
  description: 'Its email is then never sent, and its units can be shipped again.',
} satisfies Call;

export const changeParcelCall = {
  method: 'PATCH',
  path: '/parcels/:id',
  access: 'staff',
  params: idParamsSchema,
  body: parcelChangeSchema,
  reply: parcelSchema,
  errors: ['not_found'],
  tag: 'Orders',
  operationId: 'changeParcel',
  summary: 'Adds or corrects a parcel’s carrier, tracking number, and day of delivery',
  description:
    'A buyer who was already notified of the parcel is notified of its new tracking number. `deliveredOn` is a day in the shop’s time zone, not before the parcel was sent and not in the future.',
} satisfies Call;

export const recordDeliveriesCall = {
  method: 'POST',
  path: '/parcels/delivered',
  access: 'staff',
  body: deliveriesSchema,
  reply: deliveryAnswersSchema,
  tag: 'Orders',
  operationId: 'recordDeliveries',
  summary: 'Records the days on which parcels were delivered, all that can be',
  description:
    'For a carrier’s file. `package` is a tracking number, or the number of an order with a single parcel. Each row has its own result, even if the shop fails halfway: the rows after that are `unavailable` and were not recorded.',
} satisfies Call;

export const listParcelsCall = {
  method: 'GET',
  path: '/orders/:id/parcels',
  access: 'user',
  params: idParamsSchema,
  reply: z.array(parcelSchema),
  errors: ['not_found'],
  tag: 'Orders',
  operationId: 'listParcels',
  summary: 'Lists the parcels of an order, oldest first',
  description: 'For your own order, or any for staff. Orders shipped by earlier versions have none.',
} satisfies Call;
