-- What the admins' overview is read off, without a look at the orders themselves.

create index orders_by_payment on orders (paid_at) include (tool_id, quantity, total_cents) where paid_at is not null;
create index orders_to_ship on orders (paid_at, id) where paid_at is not null and shipped_at is null;
create index orders_unpaid on orders (placed_at) include (total_cents) where paid_at is null and deleted_at is null;
