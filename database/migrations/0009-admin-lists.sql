-- What admins find orders and users by, and in which order these may stand. Each index costs the placing of an order a
-- little.

-- The words of some texts, in lower case, as what a search looks for the beginnings of.
create function list_words(variadic texts text[]) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(
    array_remove(regexp_split_to_array(lower(array_to_string(texts, ' ')), '[^[:alnum:]]+'), '')
  );

-- Where an order stands, read off its times as everywhere else; stored in indexes only.
create function order_status(paid_at timestamptz, shipped_at timestamptz) returns text
  language sql immutable parallel safe
  return case when paid_at is null then 'unpaid' when shipped_at is null then 'paid' else 'shipped' end;

alter table orders add column words tsvector not null
  generated always as (list_words(user_name, email, tool_name)) stored;
-- Without the list of entries to be sorted in later: each search would read it, and one order pay for many.
create index orders_by_words on orders using gin (words) with (fastupdate = off);
create index orders_by_age on orders (order_status(paid_at, shipped_at), id) where deleted_at is null;
create index orders_by_price on orders (order_status(paid_at, shipped_at), total_cents, id)
  where deleted_at is null;
create index orders_by_buyer on orders (order_status(paid_at, shipped_at), lower(user_name), id)
  where deleted_at is null;
create index orders_by_tool on orders (order_status(paid_at, shipped_at), lower(tool_name), id)
  where deleted_at is null;
drop index orders_live;

alter table users add column words tsvector not null
  generated always as (list_words(display_name, coalesce(email, ''))) stored;
create index users_by_words on users using gin (words) with (fastupdate = off);
create index users_by_age on users (role, id) where email is not null;
create index users_by_name on users (role, lower(display_name), id) where email is not null;
create index users_by_email on users (role, email, id) where email is not null;
