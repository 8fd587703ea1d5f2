import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addCustomerNoteCall, getCustomerCall } from './contract.ts';
import { findCustomer } from './find-customer.ts';
import { addCustomerNote } from './notes.ts';

/** `GET /customers/{email}` and its notes, for staff. */
export function customersRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getCustomerCall, {}, async ({ params }) => findCustomer(context, params.email));

  serve(api, addCustomerNoteCall, {}, async (request) =>
    addCustomerNote(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      note: request.body.note,
    }),
  );
}
