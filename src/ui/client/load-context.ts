import { createContext as createReactContext } from 'react';
import { createContext, useRouteLoaderData } from 'react-router';
import { type Cents, formatCents, formatPrice, type PriceStyle } from '#contracts/money.ts';
import { regionOfPages } from '#contracts/region.ts';
import type { ShopOfPages } from '#contracts/shop-details.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { ApiClient, Send } from './api-client.ts';

/** The secret nonce of the page's inline scripts in one rendering: the server allows exactly these, by hash.
 * Undefined in the browser. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** The API client for loaders on the server: the same routes, in process. */
export const apiContext = createContext<ApiClient>();

/** The function that sends a call to the API, for requests that the client does not support. */
export const sendContext = createContext<Send>();

export const settingsContext = createContext<ShopSettings>();

/** The nonce of a page's own inline scripts while it is rendered; see `NonceContext`. */
export const nonceContext = createContext<string>();

/** Reports an error during rendering to the server's log. */
export const reportErrorContext = createContext<(error: unknown) => void>();

/** Returns the shop's settings from the root loader. */
export function useShopSettings(): ShopSettings {
  const data = useRootData();
  if (!data) throw new Error('The shop’s settings are not loaded');
  return data.settings;
}

const useRootData = () => useRouteLoaderData<{ settings: ShopSettings }>('root');

/** Returns the shop's price style. */
export function usePriceStyle(): PriceStyle {
  const { currency, shop } = useShopSettings();
  return { currency, currencyDisplay: shop.currencyDisplay ?? 'symbol' };
}

/** Returns a formatter of prices (decimal numbers from the wire) in the shop's style. */
export function usePrice(): (amount: number) => string {
  const { currency, currencyDisplay } = usePriceStyle();
  return (amount) => formatPrice(amount, currency, currencyDisplay);
}

/** Returns a formatter of amounts in whole minor units in the shop's style. */
export function useCents(): (cents: Cents) => string {
  const priceStyle = usePriceStyle();
  return (cents) => formatCents(cents, priceStyle);
}

/** The shop details that every page shows. */
export const useShop = (): ShopOfPages => useShopSettings().shop;

/** Returns the shop's country, and its units of weights and sizes. */
export const useRegion = () => regionOfPages(useShop());

/** Returns the shop's details shown on every page; `undefined` on an error page without settings. */
export const useKnownShop = () => useRootData()?.settings.shop;

/** Returns the shop's name; `undefined` on an error page without settings. */
export const useShopName = () => useRootData()?.settings.shop.name;
