import { createContext } from 'react-router';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { ApiClient, Send } from './api-client.ts';

/** The API as the page's loaders on the server call it: the same routes, in process. */
export const apiContext = createContext<ApiClient>();

/** What carries a call to the API, for what the client of the API does not know. */
export const sendContext = createContext<Send>();

/** The shop's settings, for the root's loader. */
export const settingsContext = createContext<ShopSettings>();

/** What marks a page's own inline scripts while it is rendered; see `ScriptMark`. */
export const scriptMarkContext = createContext<string>();

/** Where an error met while rendering is reported: the server's log. */
export const reportErrorContext = createContext<(error: unknown) => void>();
