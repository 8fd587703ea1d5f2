import { type RawBuilder, sql } from 'kysely';
import { type Duty, type DutyKey, dutiesOf, type LegalPage, legalPages } from '#contracts/duties.ts';
import { DEFAULT_SHIP_DAYS } from '#contracts/ships-by.ts';
import { WITHDRAW_PATH } from '#contracts/shop-settings.ts';
import { addDays } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import { placeOf } from '#features/legal/change-legal.ts';
import type { Duties, DutyView } from '#features/legal/contract.ts';
import { listPublished } from '#features/legal/store.ts';
import { legalTitle } from '#features/legal/texts.ts';
import { mustShipUntil } from '#features/orders/delay-store.ts';
import { lacksSafety } from '#features/search/managed-tools.ts';
import { todayOf } from '#features/shop-details/read-details.ts';
import { detailsPath } from '#features/shop-details/texts/manage.ts';
import type { Database } from '#platform/database/database.ts';
import { dutyTexts as texts } from './texts.ts';

type Context = Pick<AppContext, 'db' | 'details' | 'clock'>;

/** Whether a duty is fulfilled, where that is seen to, and what is left. */
type State = Pick<DutyView, 'state' | 'to' | 'detail'>;

/** Duties that the shop has to fulfil day by day: what is missing of them today is no step of a new shop. */
export const dailyDuties: string[] = ['ship-in-time', 'withdrawal', 'exempt-buyers'] satisfies DutyKey[];

/** Duties that no legal page fulfils. */
type OtherDuty = Exclude<DutyKey, `page-${LegalPage}` | 'terms-with-order'>;

/** How far those are, each read from the part of the shop that does it. */
const states: Record<OtherDuty, (context: Context) => Promise<State> | State> = {
  'ship-in-time': async (context) => {
    const late = sql`orders where ${mustShipUntil(addDays(await todayOf(context), -1))}`;
    const { shipsWithin = DEFAULT_SHIP_DAYS } = (await context.details.read()).contact;
    return orMissing(await countUpToMost(context.db, late), {
      done: { to: detailsPath('contact'), detail: texts.promised(shipsWithin) },
      missing: { to: '/dashboard/manageorders?shipping=late', detail: texts.late },
    });
  },
  // The page and its emails are there wherever the duty is.
  withdrawal: async ({ db }) =>
    orMissing(await countUpToMost(db, sql`returns where state = 'requested' and kind = 'withdrawal'`), {
      done: { to: WITHDRAW_PATH },
      missing: {
        to: '/dashboard/returns?state=requested',
        detail: texts.unansweredWithdrawals,
      },
    }),
  'exempt-buyers': async ({ db }) =>
    orMissing(await countUpToMost(db, sql`exemption_certificates where state = 'pending'`), {
      done: { to: EXEMPTIONS },
      missing: { to: EXEMPTIONS, detail: texts.uncheckedCertificates },
    }),
  'lowest-price': () => ({ state: 'done', to: TOOLS }),
  'product-safety': async ({ db }) =>
    orMissing(
      await countUpToMost(db, sql`tools where deleted_at is null and img is not null and ${lacksSafety}`),
      {
        done: { to: TOOLS },
        missing: { to: `${TOOLS}?lacks=safety`, detail: texts.lackSafety },
      },
    ),
  'durability-label': () => ({ state: 'check', to: TOOLS, detail: texts.fields['durability-label'] }),
  'unit-price': () => ({ state: 'check', to: TOOLS, detail: texts.fields['unit-price'] }),
  batteries: () => ({ state: 'check', to: TOOLS, detail: texts.fields.waste }),
  'electrical-waste': () => ({ state: 'check', to: TOOLS, detail: texts.fields.waste }),
  'proposition-65': () => ({ state: 'check', to: TOOLS, detail: texts.fields['proposition-65'] }),
};

const TOOLS = '/dashboard/managetool';
const EXEMPTIONS = '/dashboard/tax-exemption';

/** Rows are counted up to here; the list of duties says 'over' beyond. */
const MOST_COUNTED = 999;

async function countUpToMost(db: Database, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${from} limit ${MOST_COUNTED + 1}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type Outcomes = {
  done: Omit<State, 'state'>;
  missing: { to: string; detail: (count: number, isMore: boolean) => string };
};

/** A duty is done if nothing was counted that it misses. */
const orMissing = (count: number, { done, missing }: Outcomes): State =>
  count === 0
    ? { state: 'done', ...done }
    : {
        state: 'missing',
        to: missing.to,
        detail: missing.detail(Math.min(count, MOST_COUNTED), count > MOST_COUNTED),
      };

/** Reads what the law asks of the shop, what is done, and what is missing. */
export async function readDuties(context: Context): Promise<Duties> {
  const details = await context.details.read();
  const place = placeOf(details);
  const published = new Set((await listPublished(context.db)).map(({ page }) => page));
  const duties: DutyView[] = [];
  for (const { key, source, since } of dutiesOf(place)) {
    const title = titleOf(key, place.country);
    duties.push({ key, title, source, since, ...(await stateOf(context, key, published)) });
  }
  return { ...place, duties };
}

const pageOf = (key: Duty['key']): LegalPage | undefined => legalPages.find((page) => key === `page-${page}`);

function titleOf(key: DutyKey, country: string): string {
  const page = pageOf(key);
  return page ? legalTitle(page, country) : texts.titles[key as keyof typeof texts.titles];
}

async function stateOf(context: Context, key: DutyKey, published: Set<LegalPage>): Promise<State> {
  // The terms go out with every order once they are published.
  const page = key === 'terms-with-order' ? 'terms' : pageOf(key);
  if (page) return { state: published.has(page) ? 'done' : 'missing', to: `/dashboard/legal/${page}` };
  return states[key as OtherDuty](context);
}
