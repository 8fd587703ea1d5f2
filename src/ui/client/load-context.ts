import { createContext as createReactContext } from 'react';
import { createContext, useRouteLoaderData } from 'react-router';
import { type Cents, formatCents, formatPrice, type PriceStyle } from '#contracts/money.ts';
import type { ShopOfPages } from '#contracts/shop-details.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { ApiClient, Send } from './api-client.ts';

/** One rendering's secret on the page's inline scripts: the server lets exactly these
 * run, by hash. None in the browser. */
export const NonceContext = createReactContext<string | undefined>(undefined);

/** The API as the page's loaders on the server call it: the same routes, in process. */
export const apiContext = createContext<ApiClient>();

/** What carries a call to the API, for what the client of the API does not know. */
export const sendContext = createContext<Send>();

export const settingsContext = createContext<ShopSettings>();

/** What marks a page's own inline scripts while it is rendered; see `NonceContext`. */
export const nonceContext = createContext<string>();

/** Where an error met while rendering is reported: the server's log. */
export const reportErrorContext = createContext<(error: unknown) => void>();

/** The shop's settings, as the root's loader gave them. */
export function useShopSettings(): ShopSettings {
  const data = useRootData();
  if (!data) throw new Error('The shop’s settings are not loaded');
  return data.settings;
}

const useRootData = () => useRouteLoaderData<{ settings: ShopSettings }>('root');

/** How the shop writes prices. */
export function usePriceStyle(): PriceStyle {
  const { currency, shop } = useShopSettings();
  return { currency, currencyDisplay: shop.currencyDisplay ?? 'symbol' };
}

/** Writes prices (decimal numbers from the wire) as the shop does. */
export function usePrice(): (amount: number) => string {
  const { currency, currencyDisplay } = usePriceStyle();
  return (amount) => formatPrice(amount, currency, currencyDisplay);
}

/** Writes amounts in whole minor units as the shop does. */
export function useCents(): (cents: Cents) => string {
  const priceStyle = usePriceStyle();
  return (cents) => formatCents(cents, priceStyle);
}

/** What every page shows of the shop. */
export const useShop = (): ShopOfPages => useShopSettings().shop;

/** What every page shows of the shop; `undefined` on a page that stands in
 * because not even that could be had. */
export const useKnownShop = () => useRootData()?.settings.shop;

/** What the shop is called; `undefined` on a page that stands in because not even that could be had. */
export const useShopName = () => useRootData()?.settings.shop.name;
