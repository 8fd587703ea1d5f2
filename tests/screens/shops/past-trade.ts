import type pg from 'pg';

const firstNames =
  "array['Ada','Marek','Siobhan','Jonas','Leila','Tomas','Ines','Oskar','Priya','Callum','Noor','Bram','Greta','Ivo','Hana','Luca','Maren','Felix','Zofia','Rory']";
const lastNames =
  "array['Joiner','Mason','Turner','Smith','Wright','Cooper','Carter','Fletcher','Sawyer','Thatcher','Fuller','Chandler','Tanner','Glover','Slater','Potter']";

const contactWords = `array['Do you ship on Saturdays?','The drill press arrived with a bent handle. Can you send another one?',
  'We need twelve of the adjustable wrenches by the end of the month. When will you have more?']`;

/** A version 7 UUID (RFC 9562) for a time, deterministic for the same words. */
const idOf = (words: string, time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || left(md5(${words}), 3) || 'a' || substr(md5(${words}), 4, 15))::uuid`;

/** Adds `count` inactive users, spread over the past `days` days. */
export async function insertUsers(owner: pg.ClientBase, count: number, days: number): Promise<void> {
  await owner.query(
    `insert into users (id, subject, email, email_verified, display_name, city, created_at)
     select ${idOf("'user' || nth", 'came')}, 'made-up-' || nth, lower(first || '.' || last) || nth || '@trade.example', nth % 9 > 0,
       first || ' ' || last, 'Portside', came
     from generate_series(1, $1::integer) nth
       cross join lateral (select now() - make_interval(secs => 86400.0 * $2 * ($1 - nth + 1) / $1) as came,
         (${firstNames})[1 + nth * 7 % 20] as first, (${lastNames})[1 + nth * 5 % 16] as last) made`,
    [count, days],
  );
}

/** Adds orders spread over the past `days` days: every eleventh is unpaid; of the newest 7 %, a third each
 * are unpaid, await shipping and are shipped; all others are shipped. Their units are received and sold in
 * the tools' ledgers. @param buyer the orders' owner; otherwise the users made by `insertUsers` */
export async function insertOrders(
  owner: pg.ClientBase,
  { count, days, buyer = '' }: { count: number; days: number; buyer?: string },
): Promise<void> {
  await owner.query(
    `with buyers as (select id, email, display_name, row_number() over (order by id) - 1 as nth from users
       where case when $3 = '' then subject like 'made-up-%' else email = $3 end),
     goods as (select id, name, img, price_cents, min_order_quantity, pack_step, row_number() over (order by id) - 1 as nth
       from tools where deleted_at is null)
     insert into orders (id, user_id, tool_id, tool_name, img, unit_price_cents, quantity, total_cents, user_name, email, phone,
       address, placed_at, paid_at, transaction_id, shipped_at)
     select ${idOf("'order' || $3 || place", 'placed')}, b.id, t.id, t.name, t.img, t.price_cents, quantity,
       t.price_cents * quantity, b.display_name, b.email, '+1 555 ' || lpad((place * 37 % 10000)::text, 4, '0'),
       1 + place % 300 || ' Workshop Lane, Portside', placed,
       case when fate > 0 then placed + interval '3 minutes' end, case when fate > 0 then 'pi_past_' || md5($3 || place) end,
       case when fate > 1 then least(now(), placed + interval '30 hours') end
     from generate_series(1, $1::integer) place
       cross join lateral (select now() - make_interval(secs => 86400.0 * $2 * ($1 - place + 0.5) / $1) as placed,
         case when place % 11 = 0 then 0 when place > 0.93 * $1 then place % 3 else 2 end as fate) story
       join buyers b on b.nth = place * 13 % (select count(*) from buyers)
       join goods t on t.nth = (place * place + place * 3) % (select count(*) from goods)
       cross join lateral (select t.min_order_quantity + place % 3 * t.pack_step as quantity) counted
     order by place`,
    [count, days, buyer],
  );
  await insertMovements(owner);
}

/** Writes the stock movements of past orders, tool by tool, so that each ledger adds up as a shop's own
 * does. */
async function insertMovements(owner: pg.ClientBase): Promise<void> {
  await owner.query(
    `with opened as (select min(at) as at from stock_movements where cause = 'opening'),
     sold as (select o.id, tool_id, number, quantity, paid_at, available_quantity,
         sum(quantity) over (partition by tool_id) as whole, sum(quantity) over (partition by tool_id order by paid_at, o.id) as gone,
         min(paid_at) over (partition by tool_id) as came
       from orders o join tools on tools.id = tool_id
       where transaction_id like 'pi_past_%' and paid_at >= coalesce((select at from opened), '-infinity')
         and not exists (select from stock_movements where cause_id = o.id)),
     moved as (
       select distinct on (tool_id) tool_id, 'received' as kind, whole as units, available_quantity + whole as after, 'delivery' as cause,
         null::uuid as cause_id, null as cause_name, came - interval '1 day' as at, 0 as nth
       from sold
       union all
       select tool_id, 'sold', -quantity, available_quantity + whole - gone, 'order', id, number, paid_at, gone from sold)
     insert into stock_movements (tool_id, kind, quantity, available_after, cause, cause_id, cause_name, actor, at)
     select tool_id, kind, units, after, cause, cause_id, cause_name, 'start', at from moved order by tool_id, nth`,
  );
}

/** Adds contact form messages. */
export async function insertMessages(owner: pg.ClientBase, count: number, days: number): Promise<void> {
  await owner.query(
    `insert into contact_messages (id, name, email, phone, message, created_at)
     select ${idOf("'message' || nth", 'came')}, first || ' ' || last, lower(first || '.' || last) || '@trade.example',
       '+1 555 ' || lpad((nth * 53 % 10000)::text, 4, '0'), (${contactWords})[1 + nth % 3], came
     from generate_series(1, $1::integer) nth
       cross join lateral (select now() - make_interval(secs => 86400.0 * $2 * ($1 - nth + 0.5) / $1) as came,
         (${firstNames})[1 + nth * 11 % 20] as first, (${lastNames})[1 + nth * 3 % 16] as last) made`,
    [count, days],
  );
}

/** Adds the page views of the past `days` days, and searches that found nothing. */
export async function insertVisits(owner: pg.ClientBase, days: number): Promise<void> {
  await owner.query(
    `insert into page_views (day, kind, views)
     select current_date - ago, kind, share * (20 + ago * 7 % 13) from generate_series(0, $1::integer - 1) ago,
       (values ('visit', 10), ('list', 8), ('tool', 5)) kinds (kind, share)`,
    [days],
  );
  await owner.query(
    `insert into fruitless_searches (day, words, searches)
     select current_date - ago, words, 1 + ago % 3 from generate_series(0, $1::integer - 1) ago
       join unnest(array['welding helmet', 'angle grinder disc 9 in', 'ladder', 'm12 threaded rod', 'paint sprayer', $2]) with ordinality
         asked (words, nth) on ago % nth = 0`,
    [days, 'replacementhandleforaposthole'.repeat(2)],
  );
}

/** Adds reviews of tools that people have paid for; every eighth is about the shop as a whole. */
export async function insertReviews(owner: pg.ClientBase, count: number): Promise<void> {
  await owner.query(
    `with bought as (select user_id, tool_id, user_name, paid_at, row_number() over (order by id) as nth from (
       select distinct on (tool_id, user_id) * from orders where transaction_id like 'pi_past_%' order by tool_id, user_id, id desc) once
       limit $1)
     insert into reviews (id, user_id, tool_id, name, rate, reviews, created_at)
     select ${idOf("'review' || nth", 'paid_at')}, user_id, case when nth % 8 > 0 then tool_id end, user_name,
       (array[5, 5, 4, 5, 3, 4, 5, 4, 2, 5])[1 + nth % 10],
       (array['Does what it says, every day.', 'Second one I have bought; the first still runs.', 'A little heavy for overhead work.',
         'Arrived quickly, well packed.', 'The switch feels cheap, the motor does not.', 'Exactly what the job needed.'])[1 + nth % 6],
       paid_at
     from bought`,
    [count],
  );
  await owner.query(
    `update tools set rating_sum = rated.sum, rating_count = rated.count
     from (select tool_id, sum(rate) as sum, count(*) as count from reviews where tool_id is not null group by tool_id) rated
     where tools.id = rated.tool_id`,
  );
}
