import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import {
  acceptPriceForCustomerCall,
  customerDeliveryCall,
  markPaidCall,
  openCustomerCall,
  placeForCustomerCall,
  sendPayLinkCall,
} from './contract.ts';
import { markPaid } from './mark-paid.ts';
import { openCustomer } from './open-customer.ts';
import { acceptPriceForCustomer, findCustomerDelivery, placeForCustomer } from './place-for-customer.ts';
import { sendPayLink } from './send-pay-link.ts';

/** Registers the staff's calls at the counter and on the phone: add a customer, place an order for one, send
 * a payment link, take money. */
export function byStaffRoutes(api: ApiServer, context: AppContext): void {
  serve(api, openCustomerCall, {}, async (request) =>
    openCustomer(context, {
      currentUser: requireUser(request),
      customer: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, customerDeliveryCall, {}, async ({ params }) => findCustomerDelivery(context.db, params.email));

  serve(api, placeForCustomerCall, {}, async (request) =>
    placeForCustomer(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      order: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );

  serve(api, sendPayLinkCall, {}, async ({ params, body }) =>
    sendPayLink(context, { email: params.email, orderIds: body.orderIds }),
  );

  serve(api, acceptPriceForCustomerCall, { changesCatalogue: true }, async (request) =>
    acceptPriceForCustomer(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      accepted: request.body,
    }),
  );

  serve(api, markPaidCall, { changesCatalogue: true }, async (request) =>
    markPaid(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      paid: request.body,
    }),
  );
}
