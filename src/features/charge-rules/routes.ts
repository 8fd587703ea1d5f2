import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { changeDelivery, changeTax, readManagedRules } from './change-rules.ts';
import { changeDeliveryRulesCall, changeTaxRulesCall, getChargeRulesCall } from './managed-contract.ts';

/** Registers the calls with which an admin sets delivery and tax. */
export function chargesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getChargeRulesCall, {}, () => readManagedRules(context, context.db));

  serve(api, changeDeliveryRulesCall, { changesCatalogue: true }, ({ body }) =>
    changeDelivery(context, body),
  );

  serve(api, changeTaxRulesCall, { changesCatalogue: true }, ({ body }) => changeTax(context, body));
}
