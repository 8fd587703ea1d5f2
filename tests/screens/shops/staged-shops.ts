import type { DrawPlate } from '#demo/plate-drawer.ts';
import type { ShopName, StagedShops } from '../scene.ts';
import { type RunningShops, startShops } from './start-shops.ts';

/** Returns the shops named in `SCREENS_SHOPS` (`StagedShops` as JSON), which keep running; otherwise starts
 * new ones. */
export async function stagedShops(drawPlate?: DrawPlate, names?: ShopName[]): Promise<RunningShops> {
  const { SCREENS_SHOPS: told } = process.env;
  if (!told) return startShops(drawPlate, names);
  return { shops: JSON.parse(told) as StagedShops, stop: async () => undefined };
}
