import type { DrawPlate } from '#demo/plate-drawer.ts';
import type { ShopName, StagedShops } from '../scene.ts';
import { type RunningShops, startShops } from './start-shops.ts';

/** The shops that `SCREENS_SHOPS` tells of (as `StagedShops` in JSON), which stay; otherwise new ones. */
export async function stagedShops(drawPlate?: DrawPlate, names?: ShopName[]): Promise<RunningShops> {
  const { SCREENS_SHOPS: told } = process.env;
  if (!told) return startShops(drawPlate, names);
  return { shops: JSON.parse(told) as StagedShops, stop: async () => undefined };
}
