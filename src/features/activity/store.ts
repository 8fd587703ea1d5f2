import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { idSchema } from '#contracts/identifiers.ts';
import { DEFAULT_ORDER_PREFIX } from '#contracts/shop-details.ts';
import { type AuditAction, actionsOf, auditActions, auditActionTexts } from '#features/audit/contract.ts';
import { type AuditEventRow, serializeAuditEvent } from '#features/audit/record-audit.ts';
import { isNumbered } from '#features/order-lists/order-list.ts';
import { readOrderNumber } from '#features/orders/rules.ts';
import { goneToolsNamed, toolsNamed } from '#features/search/managed-tools.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Activity, ActivityList } from './contract.ts';
import { changedFieldTexts, importedFields } from './texts.ts';

type ActivityRow = AuditEventRow & {
  order_number: string | null;
  tool_name: string | null;
  user_email: string | null;
};

/** Returns one page of the audit trail, newest first. */
export async function listActivity(db: Database, list: ActivityList): Promise<RowsPage<ActivityRow>> {
  const { limit, cursor, q, group, action, from, before } = list;
  const actions = group ? actionsOf(group) : [];
  return listPage(
    db,
    {
      table: 'audit_events',
      where: [
        ...(from ? [sql<SqlBool>`occurred_at >= ${from}`] : []),
        ...(before ? [sql<SqlBool>`occurred_at < ${before}`] : []),
        ...(group ? [isAnyOf(actions)] : []),
      ],
      // Each action is read from its index in order: a group may have few entries among millions.
      ...(group && { kinds: actions.map(isAction) }),
      kind: action && isAction(action),
      search: q ? await searchConditions(db, q) : [],
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => findEvents(db, ids),
  );
}

const isAction = (action: AuditAction) => sql<SqlBool>`action = ${sql.lit(action)}`;
const isAnyOf = (actions: AuditAction[]) => sql<SqlBool>`action = ${anyOf<string>(actions, 'text')}`;

/** Maximum number of words searched: each needs a separate query, and more add nothing. */
const MAX_WORDS = 8;

/** Maximum number of people, and of tools, matched per word. */
const MAX_NAMED = 10_000;

/** Requires every word to match the actor, the user or tool concerned, the action, a changed field, the page,
 * or an id. */
async function searchConditions(db: Database, q: string): Promise<RawBuilder<SqlBool>[]> {
  const written = readOrderNumber(q);
  const isOfOrder =
    written && sql<SqlBool>`order_id = (select orders.id from orders where ${isNumbered(written)})`;
  if (isOfOrder && (!written.prefix || written.prefix === DEFAULT_ORDER_PREFIX)) return [isOfOrder];
  const words = q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const conditions = await Promise.all(words.map((word) => isAbout(db, word)));
  return isOfOrder ? [sql`(${isOfOrder} or (${sql.join(conditions, sql` and `)}))`] : conditions;
}

async function isAbout(db: Database, word: string): Promise<RawBuilder<SqlBool>> {
  if (idSchema.safeParse(word).success) return isId(word);
  if (word.startsWith('/')) return sql`starts_with(page, ${word})`;
  const [people, tools] = await Promise.all([
    db.selectFrom('users').select('id').where(beginsWords(word)).limit(MAX_NAMED).execute(),
    sql<{ id: string }>`(${toolsNamed(word)} limit ${MAX_NAMED})
      union all (${goneToolsNamed(word)} limit ${MAX_NAMED})`.execute(db),
  ]);
  const ids = people.map(({ id }) => id);
  const actions = auditActions.filter((action) => isIn(word, `${action} ${auditActionTexts[action]}`));
  const fields = Object.keys(changedFieldTexts).filter((field) => isIn(word, changedFieldTexts[field] ?? ''));
  return sql`(${isAnyOf([...actions, ...(fields.some(isImported) ? imports : [])])}
    or (${isAnyOf(withFields)} and string_to_array(details ->> 'fields', ', ') && ${fields}::text[])
    or actor_id = ${anyOf(ids, 'uuid')} or user_id = ${anyOf(ids, 'uuid')}
    or tool_id = ${anyOf(
      tools.rows.map(({ id }) => id),
      'uuid',
    )})`;
}

/** The actions whose details name the fields that were changed. */
const withFields: AuditAction[] = [
  'tool_edited',
  'profile_changed',
  'category_edited',
  'brand_edited',
  'family_edited',
  'bulk_change_applied',
  'bulk_change_undone',
];

/** Imports change these fields of many tools, which their entries do not name. */
const imports: AuditAction[] = ['import_applied', 'import_undone'];
const isImported = (field: string) => importedFields.includes(field);

const isIn = (word: string, words: string) => words.toLowerCase().includes(word.toLowerCase());

const isId = (id: string) =>
  sql<SqlBool>`(${id}::uuid in (id, order_id, tool_id, user_id, actor_id) or request_id = ${id.toLowerCase()}
    or strpos(details::text, ${id.toLowerCase()}) > 0)`;

function findEvents(db: Database, ids: string[]): Promise<ActivityRow[]> {
  return (
    db
      .selectFrom('audit_events as event')
      .leftJoin('users as actor', 'actor.id', 'event.actor_id')
      .leftJoin('users as user', 'user.id', 'event.user_id')
      // The sign-up and the first login come before the user that the account gets.
      .leftJoin('users as first', (join) =>
        join
          .on('event.user_id', 'is', null)
          .on('first.subject', '=', sql<string>`event.details ->> 'subject'`),
      )
      .leftJoin('orders', 'orders.id', 'event.order_id')
      .leftJoin('tools', 'tools.id', 'event.tool_id')
      .selectAll('event')
      .select(({ fn }) => [
        'actor.email as actor_email',
        fn.coalesce('event.user_id', 'first.id').as('user_id'),
        fn.coalesce('user.email', 'first.email').as('user_email'),
      ])
      .select(['orders.number as order_number', 'tools.name as tool_name'])
      .where('event.id', '=', anyOf(ids, 'uuid'))
      .execute()
  );
}

/** Converts a stored entry to one on the wire. */
export function serializeActivity(row: ActivityRow): Activity {
  return {
    ...serializeAuditEvent(row),
    orderId: row.order_id,
    orderNumber: row.order_number,
    toolId: row.tool_id,
    toolName: row.tool_name,
    userId: row.user_id,
    userEmail: row.user_email,
  };
}
