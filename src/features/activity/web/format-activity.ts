import type { Activity } from '#features/activity/contract.ts';
import { activityTexts, changedFieldTexts, activityDetailTexts as texts } from '#features/activity/texts.ts';
import { documentTexts } from '#features/catalogue/texts/details.ts';
import { formatAuditEvent } from '#features/order-lists/web/format-audit-event.ts';
import { sectionTexts } from '#features/shop-details/texts/manage.ts';
import { stockTexts } from '#features/stock/texts.ts';
import { noticeTexts } from '#features/users/notices/texts.ts';
import { counted, formatCount } from '#texts/locale.ts';

type Details = Activity['details'];

/** Returns an entry in words: the action, its details, and the actor. `shown` formats amounts in minor
 * units. */
export function formatActivity(row: Activity, shown: (cents: number) => string) {
  if (isOfBulk(row)) return formatBulkChange(row, shown);
  const event = formatAuditEvent(row, shown);
  return {
    ...event,
    actor: isByThemself(row) ? (row.userEmail ?? event.actor) : event.actor,
    details: [
      ...event.details,
      ...namesOf(row.details),
      ...figuresOf(row.details, shown),
      ...countsOf(row.details),
      ...kindsOf(row),
    ],
  };
}

const isOfBulk = ({ action }: Activity) =>
  action === 'bulk_change_applied' || action === 'bulk_change_undone';

/** The title of a bulk change says what it changed, and of how many tools. */
function formatBulkChange(row: Activity, shown: (cents: number) => string) {
  const { changed, left, fields } = row.details;
  const codes = String(fields).split(', ');
  const title = counted(Number(changed), texts.bulk[String(fields)] ?? texts.bulkOfMore);
  return {
    ...formatAuditEvent(row, shown),
    title: row.action === 'bulk_change_undone' ? texts.undone(title) : title,
    details: [
      ...(codes.length > 1 ? codes.map((code) => changedFieldTexts[code] ?? code) : []),
      ...countsOf(left ? { left } : {}),
    ],
  };
}

/** What people do before they are logged in, or to be. */
const ownActions: Activity['action'][] = ['signed_up', 'signed_in', 'email_verified', 'password_reset'];

/** Whether a person was still a visitor when they did something with their own account. */
const isByThemself = ({ actor, action }: Activity) => actor === 'visitor' && ownActions.includes(action);

/** Returns the name of a page, or its path if it has none. */
export function pageName(path: string): string {
  const [, first = '', second] = path.split('/');
  return activityTexts.pages[first === 'dashboard' && second ? `dashboard/${second}` : first] ?? path;
}

/** Merges each run of events that differ in nothing but their time: the newest, how many there are, and when
 * the first was. */
export function foldActivity(rows: readonly FoldedActivity[]): FoldedActivity[] {
  const folded: FoldedActivity[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    if (last && identity(last) === identity(row))
      folded[folded.length - 1] = { ...last, times: (last.times ?? 1) + 1, since: row.at };
    else folded.push(row);
  }
  return folded;
}

export type FoldedActivity = Activity & { times?: number; since?: string };

const identity = ({ _id, at, requestId, times, since, ...rest }: FoldedActivity) => JSON.stringify(rest);

/** Fields with a line of their own, each with its previous value. */
const figures = {
  price_cents: ['priceCents', 'priceCentsBefore'],
  min_order_quantity: ['minOrderQuantity', 'minOrderQuantityBefore'],
  available_quantity: ['available', 'availableBefore'],
} as const;

function figuresOf(details: Details, shown: (cents: number) => string): string[] {
  return Object.entries(figures).flatMap(([field, names]) => {
    const [after, before] = names.map((name) => details[name]);
    const inWords = field === 'price_cents' ? shown : formatCount;
    if (typeof after !== 'number') return [];
    const value = inWords(after);
    const change = typeof before === 'number' ? texts.change(inWords(before), value) : value;
    return texts.named(changedFieldTexts[field] ?? field, change);
  });
}

/** Returns the names of what was changed: fields, sections of the shop's details, a category, synonyms. */
function namesOf({ fields, sections, name, was, intoName, word, sameAs }: Details): string[] {
  const own = Object.keys(figures);
  const listed = (codes: unknown, names: Record<string, string>) =>
    typeof codes === 'string'
      ? codes
          .split(', ')
          .filter((code) => code && !own.includes(code))
          .map((code) => names[code] ?? code)
      : [];
  const before = typeof was === 'string' && was !== name ? was : undefined;
  const of = typeof name === 'string' ? [name] : [];
  return [
    ...(before
      ? [texts.change(before, String(name))]
      : of.map((one) => (intoName ? texts.change(one, String(intoName)) : one))),
    ...(typeof word === 'string' ? [texts.alike(word, String(sameAs))] : []),
    ...[...listed(fields, changedFieldTexts), ...listed(sections, sectionTexts)].filter(
      (one) => !(before && one === changedFieldTexts.name),
    ),
  ];
}

function countsOf(details: Details): string[] {
  const countLines = Object.entries(texts.counts).flatMap(([name, forms]) => {
    const count = details[name];
    return typeof count === 'number' ? counted(count, forms) : [];
  });
  const { onHand } = details;
  return typeof onHand === 'number'
    ? [texts.named(texts.onHand, formatCount(onHand)), ...countLines]
    : countLines;
}

function kindsOf({ details: { kind, notice, isOn, pricesIncludeTax } }: Activity): string[] {
  const kinds: Record<string, string> = { ...stockTexts.kinds, ...documentTexts.kinds, ...texts.kinds };
  const notices: Partial<Record<string, { name: string }>> = noticeTexts;
  return [
    ...(typeof kind === 'string' ? [kinds[kind] ?? kind] : []),
    ...(typeof notice === 'string'
      ? [texts.named(notices[notice]?.name ?? notice, isOn ? texts.on : texts.off)]
      : []),
    ...(typeof pricesIncludeTax === 'boolean' ? [pricesIncludeTax ? texts.taxIn : texts.taxOn] : []),
  ];
}
