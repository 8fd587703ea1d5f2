-- While a payment lives, its orders stay as they were when it began: units held are units ordered, of the tool, at the price and
-- for the address that it charges for. Payments that are there are not looked at again: one whose order was changed under it ends.

-- A large shop takes seconds.
set local statement_timeout = 0;

alter table payment_orders
  -- The order as it was when the payment began; null in payments that had ended before this was kept.
  add column ordered_tool_id uuid,
  add column ordered_quantity integer check (ordered_quantity > 0),
  add column ordered_unit_price_cents bigint check (ordered_unit_price_cents > 0),
  add column ordered_address text,
  -- The order while the payment lives: what the keys below are about.
  add column live_order_id uuid generated always as (case when state = 'live' then order_id end) stored;
update payment_orders lines set
    ordered_tool_id = tool_id, ordered_quantity = held_quantity, ordered_unit_price_cents = goods_cents / held_quantity,
    ordered_address = address
  from orders where orders.id = order_id and lines.state = 'live' and held_quantity > 0;
create index payment_orders_live on payment_orders (live_order_id) where live_order_id is not null;

alter table orders add constraint orders_as_paid_for unique (id, tool_id, quantity, unit_price_cents);
alter table payment_orders
  add constraint payment_orders_hold_what_is_ordered check (state <> 'live' or (
    num_nulls(ordered_tool_id, ordered_quantity, ordered_unit_price_cents, ordered_address) = 0
    and held_quantity = ordered_quantity and goods_cents = ordered_unit_price_cents * ordered_quantity)) not valid,
  add constraint payment_orders_as_ordered
    foreign key (live_order_id, ordered_tool_id, ordered_quantity, ordered_unit_price_cents)
    references orders (id, tool_id, quantity, unit_price_cents) not valid;

-- An address may be longer than an index can hold: in the place of a key a trigger on either side, of which the one waits for the other.
create function keep_address_while_paid() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'orders' then
    perform from payment_orders where live_order_id = new.id and ordered_address <> new.address;
    if not found then return null; end if;
  else
    perform from orders where id = new.order_id and address = new.ordered_address for share;
    if found then return null; end if;
  end if;
  raise exception 'an order is delivered to where its payment charges for'
    using errcode = 'check_violation', constraint = 'payment_orders_as_ordered_address';
end
$$;
create trigger payment_orders_as_ordered_address after update of address on orders
  for each row when (new.address <> old.address) execute function keep_address_while_paid();
create trigger payment_orders_as_ordered_address after insert on payment_orders
  for each row when (new.state = 'live') execute function keep_address_while_paid();
