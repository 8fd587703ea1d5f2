import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useLayoutEffect, useState } from 'react';
import { totalIn } from '#features/catalogue/rules.ts';
import {
  acceptPriceCall,
  type BuyersOrder,
  listOrdersCall,
  type Order,
  updateOrderCall,
} from '#features/orders/contract.ts';
import { endPaymentCall } from '#features/payments/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import type { ApiClient } from '#ui/client/api-client.ts';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { createSelection, type Selection } from '#ui/dashboard/selection.tsx';

/** Maximum number of cart lines loaded, the newest ones; the rest follow as these are paid. */
export const MOST_LINES = 500;

/** How often the lines' stock is refreshed while the page is visible, in milliseconds. */
const STOCK_MS = 30_000;

/** Further state of the selection: the lines whose typed quantity is not saved yet, and why. */
type Unsaved = { unsaved: ReadonlyMap<string, 'saving' | 'wrong'> };

export type Ticks = Selection<Unsaved>;

const TicksContext = createContext<Ticks | undefined>(undefined);
export const TicksProvider = TicksContext;

/** Returns which lines are ticked, and which are not saved yet. */
export function useTicks(): Ticks {
  const ticks = use(TicksContext);
  if (!ticks) throw new Error('useTicks needs a TicksProvider around it');
  return ticks;
}

/** Marks a line's quantity as not saved yet, or as saved. */
export function noteUnsaved(ticks: Ticks, id: string, state: 'saving' | 'wrong' | undefined): void {
  if (ticks.read().unsaved.get(id) === state) return;
  const unsaved = new Map(ticks.read().unsaved);
  if (state) unsaved.set(id, state);
  else unsaved.delete(id);
  ticks.write({ unsaved });
}

/** Loads the lines of a user's cart, newest first, and refreshes them regularly. */
export function useCartLines() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  return useQuery({
    queryKey: cartKey(email),
    queryFn: ({ signal }) => loadLines(api, email, signal),
    refetchInterval: STOCK_MS,
  });
}

const cartKey = (email: string) => ['orders', email, 'cart'];

async function loadLines(api: ApiClient, email: string, signal: AbortSignal): Promise<BuyersOrder[]> {
  const lines: BuyersOrder[] = [];
  let cursor: string | undefined;
  do {
    const query = { email, status: 'unpaid' as const, cursor };
    const page = await api.list(listOrdersCall, { query, signal });
    lines.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor && lines.length < MOST_LINES);
  return lines;
}

const DRAFT = 'cart';

/** Creates the store of ticks. All lines are ticked except those that were unticked earlier while the tab is
 * open. */
export function useNewTicks(lines: readonly BuyersOrder[] | undefined): Ticks {
  const { email } = useDashboardUser();
  const [ticks] = useState(() => createSelection<Unsaved>({ unsaved: new Map() }));
  const [known] = useState(() => new Set<string>());
  const [unticked] = useState(() => new Set(String(readDraft(DRAFT, email)?.unticked ?? '').split(',')));
  // Before painting, so that no line appears without its tick.
  useLayoutEffect(() => {
    const fresh = (lines ?? []).map(({ _id }) => _id).filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    const ticked = fresh.filter((id) => !unticked.has(id));
    if (ticked.length > 0) ticks.select(ticked, true);
  }, [lines, known, unticked, ticks]);
  useEffect(
    () =>
      ticks.subscribe(() => {
        const { selected } = ticks.read();
        const left = [...known].filter((id) => !selected.has(id));
        keepDraft(DRAFT, email, left.length > 0 ? { unticked: left.join() } : {});
      }),
    [ticks, known, email],
  );
  return ticks;
}

/** Changes a line at the server and in the cache, without reloading all lines. */
export function useLineChanges(line: BuyersOrder) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { currency } = useShopSettings();
  const queries = useQueryClient();
  const { _id: id, phone, address, terms, newUnitPrice, heldUntil } = line;
  const params = { id };

  async function change(changing: Promise<Order>): Promise<void> {
    try {
      const changed = await changing;
      // A request in flight predates the change.
      await queries.cancelQueries({ queryKey: cartKey(email) });
      queries.setQueryData<BuyersOrder[]>(cartKey(email), (lines) =>
        lines?.map((each) => (each._id === id ? { ...each, ...changed } : each)),
      );
      queries.removeQueries({ queryKey: ['order', id] });
    } catch (error) {
      void queries.invalidateQueries({ queryKey: cartKey(email) });
      throw error;
    }
  }

  /** Ends the payment in progress that locks this line and all others that it covers. */
  async function endPayment(): Promise<void> {
    try {
      await api.call(endPaymentCall, { params });
    } finally {
      await queries.invalidateQueries({ queryKey: cartKey(email) });
    }
  }

  return {
    endPayment,
    changeQuantity(minQuantity: number): Promise<void> {
      const price = terms && totalIn(terms, minQuantity, currency);
      const body = { minQuantity, phone, address, ...(price && { price }) };
      return change(api.call(updateOrderCall, { params, body }));
    },
    async acceptPrice(): Promise<void> {
      if (heldUntil) await endPayment();
      return change(api.call(acceptPriceCall, { params, body: { price: newUnitPrice ?? line.unitPrice } }));
    },
  };
}
