import type { Scene } from '../scene.ts';
import { accountScenes } from './account.ts';
import { adminScenes } from './admin.ts';
import { adminCatalogueScenes } from './admin-catalogue.ts';
import { adminChargeRulesScenes } from './admin-charge-rules.ts';
import { adminOrderScenes } from './admin-orders.ts';
import { adminWebhooksScenes } from './admin-webhooks.ts';
import { apiKeyScenes } from './api-keys.ts';
import { chargesScenes } from './charges.ts';
import { dashboardScenes } from './dashboard.ts';
import { unionScenes } from './duties-union.ts';
import { usScenes } from './duties-us.ts';
import { familyScenes } from './families.ts';
import { quoteScenes } from './quotes.ts';
import { returnScenes } from './returns.ts';
import { storefrontScenes } from './storefront.ts';

/** Every screen of the shop in every state. */
export const scenes: Scene[] = [
  ...storefrontScenes,
  ...accountScenes,
  ...dashboardScenes,
  ...adminScenes,
  ...adminOrderScenes,
  ...adminCatalogueScenes,
  ...familyScenes,
  ...quoteScenes,
  ...returnScenes,
  ...chargesScenes,
  ...apiKeyScenes,
  ...adminChargeRulesScenes,
  ...adminWebhooksScenes,
  ...unionScenes,
  ...usScenes,
];
