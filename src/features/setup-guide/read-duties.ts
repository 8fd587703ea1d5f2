import { sql } from 'kysely';
import { type Duty, type DutyKey, dutiesOf, type LegalPage, legalPages } from '#contracts/duties.ts';
import type { AppContext } from '#features/app-context.ts';
import { placeOf } from '#features/legal/change-legal.ts';
import type { Duties, DutyView } from '#features/legal/contract.ts';
import { listPublished } from '#features/legal/store.ts';
import { legalTitle } from '#features/legal/texts.ts';
import { detailsPath } from '#features/shop-details/texts/manage.ts';
import type { Database } from '#platform/database/database.ts';
import { dutyTexts as texts } from './texts.ts';

type Context = Pick<AppContext, 'db' | 'details'>;

/** Whether a duty is fulfilled, where that is seen to, and what is left. */
type State = Pick<DutyView, 'state' | 'to' | 'detail'>;

/** How far the duties are that no legal page fulfils. Each is read from the part of the shop that does it; one
 * without an entry is not done by the shop. */
const states: Partial<Record<DutyKey, (context: Context) => Promise<State> | State>> = {
  // Orders past their time are listed, and their buyers asked, whatever the owner promises.
  'ship-in-time': () => ({ state: 'done', to: detailsPath('contact') }),
  'lowest-price': () => ({ state: 'done', to: TOOLS }),
  'product-safety': async ({ db }) => {
    const tools = await countWithoutMaker(db);
    return tools === 0
      ? { state: 'done', to: TOOLS }
      : { state: 'missing', to: TOOLS, detail: texts.withoutMaker(tools, tools > MOST_COUNTED) };
  },
  'durability-label': () => ({ state: 'check', to: TOOLS, detail: texts.fields['durability-label'] }),
  'unit-price': () => ({ state: 'check', to: TOOLS, detail: texts.fields['unit-price'] }),
  batteries: () => ({ state: 'check', to: TOOLS, detail: texts.fields.waste }),
  'electrical-waste': () => ({ state: 'check', to: TOOLS, detail: texts.fields.waste }),
  'proposition-65': () => ({ state: 'check', to: TOOLS, detail: texts.fields['proposition-65'] }),
};

const TOOLS = '/dashboard/managetool';

/** Tools are counted up to here; the list of duties says 'more' beyond. */
const MOST_COUNTED = 999;

/** Counts tools for sale whose maker's name, postal, or electronic address neither they nor their brand have. */
async function countWithoutMaker(db: Database): Promise<number> {
  const lacks = (field: 'name' | 'address' | 'email') =>
    sql`coalesce(tools.${sql.ref(`manufacturer_${field}`)}, brands.${sql.ref(`manufacturer_${field}`)}) is null`;
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select from tools left join brands on brands.name = tools.brand
      where tools.deleted_at is null and tools.img is not null
        and (${lacks('name')} or ${lacks('address')} or ${lacks('email')})
      limit ${MOST_COUNTED + 1}
    ) as lacking`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

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
  const read = states[key];
  return read ? read(context) : { state: 'missing', to: detailsPath('law'), detail: texts.notYet };
}
