-- Where an order stands, read off its times here and nowhere else.
alter table orders add column state text not null generated always as (
  case
    when deleted_at is not null then 'deleted'
    when paid_at is null then 'unpaid'
    when shipped_at is null then 'paid'
    else 'shipped'
  end
) stored;

drop index orders_by_age, orders_by_price, orders_by_buyer, orders_by_tool, orders_to_ship, orders_unpaid;
drop function order_status(timestamptz, timestamptz);
create index orders_by_age on orders (state, id) where deleted_at is null;
create index orders_by_price on orders (state, total_cents, id) where deleted_at is null;
create index orders_by_buyer on orders (state, lower(user_name), id) where deleted_at is null;
create index orders_by_tool on orders (state, lower(tool_name), id) where deleted_at is null;
create index orders_to_ship on orders (paid_at, id) where state = 'paid';
create index orders_unpaid on orders (placed_at) include (total_cents) where state = 'unpaid';

-- The reply kept for a repeat now has the order's number in it.
update idempotency_keys set reply = reply || jsonb_build_object('number', orders.number)
  from orders where route = 'POST /orders' and orders.id = (reply ->> '_id')::uuid;

-- Up to when the card provider's charges have been compared with the payments: one row.
create table compared_charges (
  one boolean primary key default true check (one),
  until timestamptz not null
);
