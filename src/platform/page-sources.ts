/** What of other sites the shop's pages must load for a service: origins as a
 * content security policy names them. */
export type PageSources = {
  scripts: string[];
  frames: string[];
  connections: string[];
  pictures?: string[];
};

export const noPageSources: PageSources = { scripts: [], frames: [], connections: [] };

/** What several services need together. */
export function joinPageSources(all: PageSources[]): Required<PageSources> {
  return {
    scripts: all.flatMap(({ scripts }) => scripts),
    frames: all.flatMap(({ frames }) => frames),
    connections: all.flatMap(({ connections }) => connections),
    pictures: all.flatMap(({ pictures = [] }) => pictures),
  };
}
