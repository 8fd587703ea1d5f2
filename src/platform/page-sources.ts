/** What of other sites the shop's pages must load for a service: origins as a
 * content security policy names them. */
export type PageSources = {
  scripts: string[];
  frames: string[];
  connections: string[];
  pictures?: string[];
};

export const noPageSources: PageSources = { scripts: [], frames: [], connections: [] };
