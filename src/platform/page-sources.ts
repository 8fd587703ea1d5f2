/** What a service needs the shop's pages to load from other sites: origins in content security policy
 * syntax. */
export type PageSources = {
  scripts: string[];
  frames: string[];
  connections: string[];
  pictures?: string[];
  /** Those whose frames may ask the buyer's wallet for a payment. */
  wallets?: string[];
};

export const noPageSources: PageSources = { scripts: [], frames: [], connections: [] };
