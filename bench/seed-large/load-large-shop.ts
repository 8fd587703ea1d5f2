import type pg from 'pg';
import demoTools from '#demo/tools.json' with { type: 'json' };
import { largeTools } from './large-tools.ts';

/** Reports the progress of a step. */
export type Progress = (step: string, done: number, all: number) => void;

/** The number of rows of each kind; all derive from the number of tools. */
export type LargeNumbers = { tools: number; users: number; orders: number; reviews: number };

const ROWS_AT_ONCE = 5_000;

/** For a million tools: 100,000 users, 1,000,000 orders, 200,000 reviews. */
export function largeNumbers(tools: number): LargeNumbers {
  return { tools, users: Math.ceil(tools / 10), orders: tools, reviews: Math.ceil(tools / 5) };
}

/** The number of the shop's tools that are not the demo's, whose families are its own. */
export async function countForeignTools(client: pg.ClientBase): Promise<number> {
  const names = demoTools.map(({ name }) => name);
  const { rows } = await client.query(
    'select count(*)::integer as count from (select from tools where name <> all ($1) and family_id is null limit 1000) foreign_tools',
    [names],
  );
  return rows[0].count;
}

/** Fills the shop, which must have the demo's tools: the other tools show their plates. `client` connects as
 * the tables' owner. All or nothing. */
export async function loadLargeShop(
  client: pg.ClientBase,
  numbers: LargeNumbers,
  progress: Progress,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(
      "set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'; set local statement_timeout = 0",
    );
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query(largeIds);
    await client.query('create temporary table earlier_tools on commit drop as select id from tools');
    await client.query('alter table tools disable trigger user');
    await client.query('alter table tool_specifications disable trigger user');
    const indexes = await dropIndexes(client);
    await insertTools(client, numbers.tools, progress);
    await client.query(`
      create temporary table large_tools on commit drop as
      select id, name, img, price_cents, min_order_quantity, row_number() over (order by id) as nth
      from tools where id not in (select id from earlier_tools)`);
    await client.query('create unique index on large_tools (nth); analyze large_tools');
    await runSteps(client, 'stock', [openingStock], numbers, progress);
    await runSteps(client, 'people, orders', peopleAndOrders, numbers, progress);
    await client.query('alter table tools enable trigger user');
    await client.query('alter table tool_specifications enable trigger user');
    await runSteps(client, 'search', vocabulary, numbers, progress);
    await runSteps(client, 'indexes', indexes, numbers, progress);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await runSteps(client, 'tidy up', ['vacuum (analyze)'], numbers, progress);
}

/** Drops indexes that only speed up reading, and returns the statements that restore them: maintaining them
 * row by row is many times as expensive. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where not indisunique
      and indrelid = any ('{tools,tool_specifications,users,orders,reviews,search_vocabulary,stock_movements}'::regclass[])
    order by name`);
  await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  return rows.map(({ definition }) => definition);
}

/** Deterministic version 7 UUIDs (RFC 9562) from a kind, a number and a time in milliseconds. */
const largeIds = `
  create or replace function pg_temp.large_id(kind text, nth bigint, ms bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(ms), 12, '0') || '7' || left(hash, 3) || 'a' || substr(hash, 4, 15))::uuid
    from md5(kind || nth) hash
  $$;
  create or replace function pg_temp.large_number(kind text, nth bigint, below bigint) returns bigint language sql immutable as $$
    select abs(hashtextextended(kind || nth, 0) % below)
  $$`;

/** The large shop's first day, 1 January 2025, and the number of days since it opened: 680. */
const OPENED_MS = 1_735_689_600_000;
const OPEN_MS = 680 * 86_400_000;

/** Each tool's stock according to its ledger. */
const openingStock = `
  insert into stock_movements (tool_id, kind, quantity, available_after, cause, actor, at)
  select id, 'received', available_quantity, available_quantity, 'new_tool', 'start', created_at
  from tools where available_quantity > 0 and id not in (select id from earlier_tools) order by id`;

/** Inserts the categories and brands of tools that bypass the shop's code. */
export async function insertTaxons(
  client: pg.ClientBase,
  tools: Iterable<{ category: string; brand: string }>,
): Promise<void> {
  const names = { categories: new Set<string>(), brands: new Set<string>() };
  for (const { category, brand } of tools) {
    names.categories.add(category);
    names.brands.add(brand);
  }
  for (const [table, all] of Object.entries(names))
    await client.query(
      `insert into ${table} (id, name) select gen_random_uuid(), name from unnest($1::text[]) name on conflict do nothing`,
      [[...all]],
    );
}

async function insertTools(client: pg.ClientBase, count: number, progress: Progress): Promise<void> {
  const { rows } = await client.query('select name, img from tools where name = any ($1)', [
    demoTools.map(({ name }) => name),
  ]);
  const imgs = new Map(rows.map(({ name, img }) => [name, img]));
  const imgOf = new Map(demoTools.map(({ slug, name }) => [slug, imgs.get(name)]));
  await insertTaxons(client, largeTools(count));
  let batch: unknown[][] = [];
  let done = 0;
  const flush = async () => {
    const columns = (batch[0] ?? []).map((_, column) => batch.map((row) => row[column]));
    await client.query(
      `with made as (
         select pg_temp.large_id('tool', nth, ms) as id, ms, tool.*
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::integer[], $8::integer[], $9::text[])
           with ordinality tool (name, description, img, category, brand, price_cents, min_order_quantity, on_hand, known, place),
           lateral (select $10::bigint + place as nth) numbered,
           lateral (select ${OPENED_MS}::bigint + nth * ${OPEN_MS} / $11::bigint as ms) timed),
       known as (
         insert into tool_specifications (tool_id, position, name, value, unit)
         select id, each.position, each.name, each.value, each.unit from made,
           rows from (json_to_recordset(known::json) as (name text, value text, unit text)) with ordinality
             each (name, value, unit, position) order by id, each.position)
       insert into tools (id, name, description, img, category, brand, price_cents, min_order_quantity, on_hand, created_at, words)
       select id, name, description, img, category, brand, price_cents, min_order_quantity, on_hand, to_timestamp(ms / 1000),
         tool_words(name, brand, category, description) || array_to_tsvector(search_words((
           select string_agg(concat_ws(' ', each.name, each.value, each.unit), ' ')
           from json_to_recordset(known::json) each (name text, value text, unit text))))
       from made order by place`,
      [...columns, done, count],
    );
    done += batch.length;
    batch = [];
    progress('tools', done, count);
  };
  for (const tool of largeTools(count)) {
    const img = imgOf.get(tool.plate);
    if (img === undefined) throw new Error(`the demo has no plate ${tool.plate}`);
    batch.push([
      ...[tool.name, tool.description, img, tool.category, tool.brand],
      ...[tool.priceCents, tool.minOrderQuantity, tool.onHand, JSON.stringify(tool.specifications)],
    ]);
    if (batch.length === ROWS_AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
}

async function runSteps(
  client: pg.ClientBase,
  name: string,
  steps: readonly string[],
  numbers: LargeNumbers,
  progress: Progress,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    progress(name, index, steps.length);
    await client.query(fillIn(step, numbers));
  }
  progress(name, steps.length, steps.length);
}

function fillIn(step: string, numbers: LargeNumbers): string {
  return step.replaceAll(/:(tools|users|orders|reviews)\b/g, (_, name: keyof LargeNumbers) =>
    String(numbers[name]),
  );
}

const firstNames =
  "array['Ada','Marek','Siobhan','Jonas','Leila','Tomas','Ines','Oskar','Priya','Callum','Noor','Bram','Greta','Ivo','Hana','Luca','Maren','Felix','Zofia','Rory']";
const lastNames =
  "array['Joiner','Mason','Turner','Smith','Wright','Cooper','Carter','Fletcher','Sawyer','Thatcher','Fuller','Chandler','Tanner','Glover','Slater','Potter']";
const said =
  "array['Does what it says, every day.','Second one I have bought; the first still runs.','Good value, the case could be stronger.','Arrived quickly, well packed.','A little heavy for overhead work.','Sharp out of the box.','The switch feels cheap, the motor does not.','My apprentice uses nothing else now.','Exactly what the job needed.','Would buy again.']";
const pickFrom = (list: string, kind: string) =>
  `(${list})[1 + pg_temp.large_number('${kind}', nth, array_length(${list}, 1))]`;

const peopleAndOrders = [
  `insert into users (id, subject, email, email_verified, display_name, city, created_at)
   select pg_temp.large_id('user', nth, ms), 'large-' || nth, lower(first || '.' || last) || nth || '@large.example', true, first || ' ' || last,
     'City ' || nth % 500, to_timestamp(ms / 1000)
   from generate_series(1, :users) nth, lateral (select ${OPENED_MS}::bigint + nth * ${OPEN_MS}::bigint / :users as ms,
     ${pickFrom(firstNames, 'first')} as first, ${pickFrom(lastNames, 'last')} as last) made on conflict do nothing`,
  `create temporary table large_users on commit drop as select id, display_name, email, substr(subject, 7)::bigint as nth
   from users where subject like 'large-%'`,
  'create unique index on large_users (nth); analyze large_users',
  `insert into orders (id, user_id, tool_id, tool_name, img, unit_price_cents, quantity, total_cents, user_name, email, phone, address,
     placed_at, paid_at, transaction_id, shipped_at)
   select pg_temp.large_id('order', place, ms), u.id, t.id, t.name, t.img, t.price_cents, quantity, t.price_cents * quantity, u.display_name,
     u.email, '+1 555 ' || lpad((place % 10000)::text, 4, '0'), place % 300 || ' Workshop Lane', placed,
     case when lot < 85 then placed + interval '3 minutes' end, case when lot < 85 then 'pi_large_' || place || '_' || t.id end,
     case when lot < 78 then placed + interval '2 days' end
   from generate_series(1, :orders) place
     cross join lateral (select ${OPENED_MS}::bigint + place * ${OPEN_MS}::bigint / :orders as ms, pg_temp.large_number('lot', place, 100) as lot) timed
     cross join lateral (select to_timestamp(ms / 1000) as placed) dated
     join large_users u on u.nth = 1 + pg_temp.large_number('buyer', place, :users)
     join large_tools t on t.nth = 1 + pg_temp.large_number('bought', place, :tools)
     cross join lateral (select t.min_order_quantity + pg_temp.large_number('units', place, 3)::integer as quantity) counted
   order by place`,
  // Sold units were received before.
  `insert into stock_movements (tool_id, kind, quantity, available_after, cause, actor, at)
   select tool_id, kind, sign * quantity, available_quantity + greatest(sign, 0) * quantity, cause, 'start', paid_at
   from orders join tools on tools.id = tool_id
     cross join (values ('received', 1, 'delivery'), ('sold', -1, 'order')) moved (kind, sign, cause)
   where transaction_id like 'pi_large_%' order by paid_at, orders.id, sign desc`,
  `create temporary table large_reviews on commit drop as
   select row_number() over (order by placed_at, id) as nth, user_id, tool_id, user_name, placed_at from (
     select distinct on (tool_id, user_id) id, user_id, tool_id, user_name, placed_at from orders
     where transaction_id like 'pi_large_%' order by tool_id, user_id, id) bought
   order by hashtextextended(id::text, 0) limit :reviews`,
  `insert into reviews (id, user_id, tool_id, name, rate, reviews, created_at)
   select pg_temp.large_id('review', nth, ms), user_id, case when nth % 8 > 0 then tool_id end, user_name,
     (array[5,5,5,5,4,4,4,3,2,1])[1 + pg_temp.large_number('rate', nth, 10)], ${pickFrom(said, 'said')}, to_timestamp(ms / 1000)
   from large_reviews, lateral (select (extract(epoch from placed_at) * 1000)::bigint + 864000000 as ms) timed
   on conflict do nothing`,
  `update tools set rating_sum = rated.sum, rating_count = rated.count
   from (select tool_id, sum(rate) as sum, count(*) as count from reviews where tool_id is not null group by tool_id) rated
   where tools.id = rated.tool_id and tools.rating_count <> rated.count`,
];

// A trigger has already added the demo's tools.
const vocabulary = [
  `insert into search_vocabulary select distinct word from tools, unnest(tsvector_to_array(words)) word
   on conflict do nothing`,
];
