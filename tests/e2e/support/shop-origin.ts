let visited: string | undefined;

/** Where the shop that this worker tests is to be reached. */
export const shopOrigin = (): string => visited ?? process.env.E2E_ORIGIN ?? '';

/** Has this worker's helpers call another shop, or the usual one again. Not by the environment, which
 * Playwright hands on from here to the workers of projects that depend on this one's. */
export function visitShop(origin: string | undefined): void {
  visited = origin;
}
