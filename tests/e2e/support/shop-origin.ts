let visited: string | undefined;

/** Returns the origin of the shop that this worker tests. */
export const shopOrigin = (): string => visited ?? process.env.E2E_ORIGIN ?? '';

/** Points this worker's helpers at another shop, or back at the usual one. Does not use the environment,
 * which Playwright passes on to the workers of dependent projects. */
export function visitShop(origin: string | undefined): void {
  visited = origin;
}
