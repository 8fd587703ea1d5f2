import { seededRandom } from '../seed-large/seeded-random.ts';

/** How a view begins: a document that the browser opens, or a list or a tool opened within the page. */
export type Opening = 'home' | 'list' | 'tool' | 'list within the page' | 'tool within the page';

/** One view: what is opened, and by whom. */
export type View = { opening: Opening; path: string; isColdBrowser: boolean; isSignedIn: boolean };

/** What visitors can open: the lists by their choice (a query), and the tools, the most popular first. */
export type Site = { lists: string[]; tools: string[] };

/** The assumed shares of all views. Of documents, tools come first: search engines lead there. */
const shares: Record<Opening, number> = {
  home: 0.1,
  list: 0.1,
  tool: 0.25,
  'list within the page': 0.2,
  'tool within the page': 0.35,
};

/** Of the documents, those opened by a browser that has none of the shop's files. */
const COLD_BROWSERS = 0.6;
const SIGNED_IN = 0.05;

const FINE = 1_000_000_000;

/** The calls that a signed-in person's browser makes beside those of every visitor, per document and per view
 * of a tool. */
export const PERSONAL_CALLS = { document: 3, tool: 4 };

/** The share of the n-th most popular of `count`, by Zipf's law with exponent 1. */
export function zipfShares(count: number): number[] {
  const weights = Array.from({ length: count }, (_, nth) => 1 / (nth + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Draws views one after another, always the same ones. */
export function drawViews({ lists, tools }: Site, seed: number): { next(): View; random(): number } {
  const { below } = seededRandom(seed);
  const random = () => below(FINE) / FINE;
  const ofShares = (each: number[]) => {
    let left = random();
    const nth = each.findIndex((share) => {
      left -= share;
      return left < 0;
    });
    return nth < 0 ? each.length - 1 : nth;
  };
  const openings = Object.keys(shares) as Opening[];
  const [listShares, toolShares] = [zipfShares(lists.length), zipfShares(tools.length)];
  return {
    random,
    next() {
      const opening = openings[ofShares(Object.values(shares))] ?? 'home';
      const isTool = opening.startsWith('tool');
      const path = isTool ? `${tools[ofShares(toolShares)]}` : `${lists[ofShares(listShares)]}`;
      return {
        opening,
        path: opening === 'home' ? '' : path,
        isColdBrowser: random() < COLD_BROWSERS,
        isSignedIn: random() < SIGNED_IN,
      };
    },
  };
}

/** Requests to the origin for 1,000 views, on paper. */
export type OnPaper = { pages: number; calls: number; personal: number };

/** Computes them for `perSecond` views, each page fresh for so many seconds at a cache. With requests
 * that do not depend on each other (Poisson), a page requested λ times a second is fetched λ / (1 + λ ·
 * fresh) times: each fetch is followed by `fresh` seconds without one, then by 1 / λ until the next
 * request. `caches` separate ones share the views. */
export function onPaper(
  { lists, tools }: Site,
  perSecond: number,
  fresh: { common: number; others: number },
  caches = 1,
): OnPaper {
  const fetched = (share: number, seconds: number) => {
    const requested = (perSecond / caches) * share;
    return (caches * requested) / (1 + requested * seconds);
  };
  const listPages = zipfShares(lists.length).map((share, nth) =>
    fetched(shares.list * share, lists[nth] === '' ? fresh.common : fresh.others),
  );
  const toolPages = zipfShares(tools.length).map((share) => fetched(shares.tool * share, fresh.others));
  const pages = [fetched(shares.home, fresh.common), ...listPages, ...toolPages];
  const documents = shares.home + shares.list + shares.tool;
  const toolViews = shares.tool + shares['tool within the page'];
  return {
    pages: (pages.reduce((sum, each) => sum + each, 0) / perSecond) * 1000,
    calls: (2 * shares['list within the page'] + shares['tool within the page']) * 1000,
    personal: SIGNED_IN * (PERSONAL_CALLS.document * documents + PERSONAL_CALLS.tool * toolViews) * 1000,
  };
}
