import { type Kysely, sql } from 'kysely';
import { legalPages } from '#contracts/duties.ts';
import { documentKinds } from '#features/catalogue/contract.ts';
import { stockCauses, stockKinds } from '#features/catalogue/stock-contract.ts';
import { handMethods } from '#features/counter/contract.ts';
import { exemptionKinds, exemptionStates } from '#features/exemptions/rules.ts';
import { importStates } from '#features/imports/contract.ts';
import { invitedRoles } from '#features/invitations/contract.ts';
import { orderStates } from '#features/orders/contract.ts';
import { delaySilences, delayStates } from '#features/orders/delay-rules.ts';
import { disputeStates } from '#features/orders/desk-contract.ts';
import { quoteStates } from '#features/orders/quote-rules.ts';
import { paymentMoves } from '#features/orders/rules.ts';
import { refundReasonTexts } from '#features/orders/texts/errors.ts';
import { refundStates } from '#features/refunds/rules.ts';
import { postages, returnKinds, returnReasons } from '#features/returns/contract.ts';
import { returnStates } from '#features/returns/return-states.ts';

const oneOf = (...codes: string[]) => codes.map((code) => JSON.stringify(code)).join(' | ');
const generated = (type: string) => `Generated<${type}>`;
const always = (type: string) => `GeneratedAlways<${type}>`;

/** JSON is written as text, so its types differ for reading, inserting and updating. */
const json = (...kinds: [read: string, added: string, changed: string]) => `ColumnType<${kinds.join(', ')}>`;

/** Column types that the database does not declare, or only in a constraint. */
const columns: Partial<Record<string, string>> = {
  'legal_versions.page': oneOf(...legalPages),
  'legal_publications.page': oneOf(...legalPages),
  'legal_files.type': oneOf('png', 'jpeg'),
  'users.role': generated(oneOf('user', 'staff', 'admin')),
  'staff_invitations.role': oneOf(...invitedRoles),
  'exemption_certificates.kind': oneOf(...exemptionKinds),
  'exemption_certificates.state': generated(oneOf(...exemptionStates)),
  'delay_notices.silence': oneOf(...delaySilences),
  'delay_notices.state': generated(oneOf(...delayStates)),
  'orders.state': generated(oneOf(...orderStates)),
  'payments.method': generated(oneOf('card', ...handMethods)),
  'payment_orders.state': oneOf(...Object.keys(paymentMoves)),
  'quotes.state': generated(oneOf(...quoteStates)),
  'quote_orders.state': oneOf(...quoteStates),
  'payments.refund_reason': oneOf(...Object.keys(refundReasonTexts)),
  'payments.state': generated(oneOf(...Object.keys(paymentMoves))),
  'refunds.state': generated(oneOf(...refundStates)),
  'returns.kind': oneOf(...returnKinds),
  'returns.state': generated(oneOf(...returnStates)),
  'returns.postage': oneOf(...postages),
  'return_lines.state': oneOf(...returnStates),
  'return_lines.reason': oneOf(...returnReasons),
  'disputes.state': oneOf(...disputeStates),
  'money_movements.kind': oneOf('charge', 'refund', 'dispute', 'by_hand'),
  'money_movements.state': oneOf('pending', 'succeeded', 'failed'),
  'imports.state': generated(oneOf(...importStates)),
  'stock_movements.cause': oneOf(...stockCauses),
  'stock_movements.kind': oneOf(...stockKinds),
  'tool_documents.kind': oneOf(...documentKinds),
  'sandbox_cards.intents.status': oneOf(
    'requires_payment_method',
    'requires_action',
    'succeeded',
    'canceled',
  ),
  'sandbox_cards.refunds.status': generated(oneOf('pending', 'succeeded', 'failed')),
  'sandbox_cards.disputes.status': generated(oneOf(...disputeStates)),
  'rate_limits.hits': 'Date[]',
  'imgbb_pictures.picture': json('HostedPicture', 'string', 'never'),
  'identity.session.spent': json(
    '{ hash: string; at: string; key?: string | null }[]',
    'string | undefined',
    'string',
  ),
};

/** As `pg` is configured to return them. */
const types: Partial<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  cidr: 'string',
  date: 'Timestamp',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  varchar: 'string',
};

const head = `/* Written by \`npm run tables\` from the migrated database. Money is whole minor units. */

import type { HostedPicture } from "#platform/images/image-host.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
`;

type Column = {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** Whether the database computes it, so that it cannot be written. */
  isReckoned: boolean;
};

/** Returns the row types of the shop's tables, as TypeScript. The libraries' own tables are left out. */
export async function describeTables<Tables>(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<Column>`
    select
      case nspname when 'public' then relname else nspname || '.' || relname end as table,
      attname as name,
      typname as type,
      not attnotnull as "isNullable",
      atthasdef or attidentity <> '' as "hasDefault",
      attgenerated <> '' as "isReckoned"
    from pg_attribute
      join pg_class on pg_class.oid = attrelid
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_type on pg_type.oid = atttypid
    where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
      and nspname not in ('pg_catalog', 'information_schema', 'pgboss') and relname not like 'kysely\\_%'
    order by attname collate "C"
  `.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const described = [...tables]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([table, members]) => {
      const lines = members.map((column) => `    ${column.name}: ${typeOf(column)};\n`);
      return `  ${table.includes('.') ? JSON.stringify(table) : table}: {\n${lines.join('')}  };\n`;
    });
  return `${head}\nexport interface Tables {\n${described.join('')}}\n`;
}

function typeOf(column: Column): string {
  const { table, name, type, isNullable, hasDefault, isReckoned } = column;
  const orNull = (known: string) => (isNullable ? `${known} | null` : known);
  const own = columns[`${table}.${name}`];
  if (own) return own.startsWith('GeneratedAlways') ? own : orNull(own);
  const isList = type.startsWith('_');
  const item = types[isList ? type.slice(1) : type];
  if (!item) throw new Error(`What is ${type}, of ${table}.${name}, in TypeScript?`);
  const read = orNull(isList ? `${item}[]` : item);
  if (isReckoned) return always(read);
  return hasDefault ? generated(read) : read;
}
