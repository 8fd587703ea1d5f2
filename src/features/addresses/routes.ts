import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addAddress, changeAddress, deleteAddress, makeDefaultAddress } from './change-addresses.ts';
import * as calls from './contract.ts';
import { findAddresses, serializeAddress } from './store.ts';

/** Registers the calls about the user's own address book. */
export function addressesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, calls.listAddressesCall, {}, async (request) =>
    (await findAddresses(context.db, requireUser(request).userId)).map(serializeAddress),
  );
  serve(api, calls.addAddressCall, {}, async (request) =>
    serializeAddress(await addAddress(context, requireUser(request).userId, request.body)),
  );
  serve(api, calls.changeAddressCall, {}, async (request) => {
    const which = { userId: requireUser(request).userId, id: request.params.id };
    return serializeAddress(await changeAddress(context, which, request.body));
  });
  serve(api, calls.deleteAddressCall, {}, async (request) =>
    deleteAddress(context, { userId: requireUser(request).userId, id: request.params.id }),
  );
  serve(api, calls.makeDefaultAddressCall, {}, async (request) =>
    makeDefaultAddress(context, { userId: requireUser(request).userId, id: request.params.id }),
  );
}
