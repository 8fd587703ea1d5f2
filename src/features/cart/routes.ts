import { AppError } from '#contracts/app-error.ts';
import { describeDestinationCall } from '#features/addresses/contract.ts';
import { describeDestination } from '#features/addresses/destination.ts';
import type { AppContext } from '#features/app-context.ts';
import { findToolDetails } from '#features/catalogue/store.ts';
import {
  acceptPriceCall,
  changeCartCall,
  deleteOrderCall,
  orderTermsCall,
  placeOrderCall,
  updateOrderCall,
} from '#features/orders/contract.ts';
import { buyerOf } from '#features/orders/find-customer.ts';
import { serializeTerms } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { acceptPrice, changeCart, changeOrder, deleteOrder } from './change-order.ts';
import { placeOrder } from './place-order.ts';

/** Registers a buyer's calls for orders before payment: place, change, accept a new price, delete. */
export function cartRoutes(api: ApiServer, context: AppContext): void {
  serve(api, placeOrderCall, { limit: 'orders' }, async (request) =>
    placeOrder(context, {
      currentUser: requireUser(request),
      order: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, orderTermsCall, {}, async (request) => {
    const { userId } = await buyerOf(context.db, requireUser(request), request.query.customer);
    const tool = await findToolDetails(context.db, request.params.id, { userId });
    if (!tool) throw new AppError('not_found', orderErrorTexts.noLongerSold);
    return serializeTerms(tool, { userId }, context.config.currency);
  });

  serve(api, describeDestinationCall, {}, async (request) => {
    const { address, destination, customer } = request.body;
    const { userId } = await buyerOf(context.db, requireUser(request), customer);
    return describeDestination(context.db, { user_id: userId, address }, destination);
  });

  serve(api, updateOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    changeOrder(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      change: request.body,
    }),
  );

  serve(api, changeCartCall, { limit: 'orders' }, async (request) =>
    changeCart(context, { currentUser: requireUser(request), words: request.body }),
  );

  serve(api, acceptPriceCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    acceptPrice(context, {
      currentUser: requireUser(request),
      orderId: request.params.id,
      price: request.body.price,
    }),
  );

  serve(api, deleteOrderCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    deleteOrder(context, { currentUser: requireUser(request), orderId: request.params.id }),
  );
}
