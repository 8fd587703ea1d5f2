import type { AppContext } from '#features/app-context.ts';
import { listCarriersCall, setCarriersCall } from '#features/orders/carrier-contract.ts';
import { shipOrderCall } from '#features/orders/contract.ts';
import { shipOrdersCall, undoShipmentsCall } from '#features/orders/desk-contract.ts';
import {
  changeParcelCall,
  listParcelsCall,
  recordDeliveriesCall,
  sendParcelCall,
  undoParcelCall,
} from '#features/orders/parcel-contract.ts';
import { findParcelsOfOrders, serializeParcel } from '#features/orders/parcel-store.ts';
import { findOrderFor } from '#features/orders/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { listCarriers, setCarriers } from './carriers.ts';
import { changeParcel, undoParcel } from './change-parcel.ts';
import { recordDeliveries } from './record-deliveries.ts';
import { sendParcel } from './send-parcel.ts';
import { forEachOrder, shipOrder, undoShip } from './ship-order.ts';

/** Registers `/parcels`, an order's parcels, `/shipments`, and `/carriers`. */
export function parcelsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, sendParcelCall, {}, async (request) =>
    sendParcel(context, {
      currentUser: requireUser(request),
      parcel: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, undoParcelCall, {}, async ({ params }) => undoParcel(context, { parcelId: params.id }));

  serve(api, changeParcelCall, {}, async ({ params, body }) =>
    changeParcel(context, { parcelId: params.id, change: body }),
  );

  serve(api, recordDeliveriesCall, {}, async ({ body }) => recordDeliveries(context, body));

  serve(api, listParcelsCall, {}, async (request) => {
    const order = await findOrderFor(requireUser(request), context.db, request.params.id);
    const parcelsOf = await findParcelsOfOrders(context.db, [order.id]);
    return parcelsOf(order.id).map(serializeParcel);
  });

  serve(api, shipOrderCall, {}, async ({ params, body }) =>
    shipOrder(context, { orderId: params.id, despiteDispute: body?.despiteDispute }),
  );

  serve(api, shipOrdersCall, {}, async ({ body }) =>
    forEachOrder(context, body.orderIds, (orderId) =>
      shipOrder(context, { orderId, despiteDispute: body.despiteDispute }),
    ),
  );

  serve(api, undoShipmentsCall, {}, async ({ body }) =>
    forEachOrder(context, body.orderIds, (orderId) => undoShip(context, { orderId })),
  );

  serve(api, listCarriersCall, {}, async () => listCarriers(context.db));

  serve(api, setCarriersCall, {}, async ({ body }) => setCarriers(context, body));
}
