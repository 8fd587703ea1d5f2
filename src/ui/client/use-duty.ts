import { type DutyKey, hasDuty } from '#contracts/duties.ts';
import { useRegion, useShop } from './load-context.ts';

/** Returns whether the law of the shop's country, and whom it sells to, give it a duty. Pages for visitors
 * import this only in parts that load later. */
export function useDuty(): (key: DutyKey) => boolean {
  const { country } = useRegion();
  const { customers = 'both' } = useShop();
  return (key) => hasDuty({ country, customers }, key);
}
