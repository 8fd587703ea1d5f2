import { createApiClient, sendFromBrowser } from './api-client.ts';

/** The calls that need nobody signed in, from the browser. */
export const publicApi = createApiClient(sendFromBrowser);
