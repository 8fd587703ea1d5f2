import { useRouteLoaderData } from 'react-router';
import type { ShopSettings } from '#contracts/shop-settings.ts';

/** The shop's settings, as the root's loader gave them. */
export function useShopSettings(): ShopSettings {
  const data = useRouteLoaderData<{ settings: ShopSettings }>('root');
  if (!data) throw new Error('The shop’s settings are not loaded');
  return data.settings;
}
