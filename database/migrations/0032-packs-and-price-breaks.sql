-- A tool may be sold in packs: what is ordered is whole packs, and so is its minimum.
alter table tools add column pack_step integer not null default 1 check (pack_step >= 1);

-- Whoever writes a minimum may leave it to the shop to make whole packs of it; past the largest integer they are one fewer.
create function round_minimum_to_packs() returns trigger language plpgsql as $$
begin
  new.min_order_quantity := least(
    (new.min_order_quantity::bigint + new.pack_step - 1) / new.pack_step,
    2147483647 / new.pack_step) * new.pack_step;
  return new;
end
$$;
create trigger tools_have_minimum_in_packs before insert or update of min_order_quantity, pack_step on tools
  for each row when (new.min_order_quantity % new.pack_step <> 0) execute function round_minimum_to_packs();

-- Looked at where a quantity is written: an older order keeps its own when the pack is another.
create function keep_whole_packs() returns trigger language plpgsql as $$
begin
  if exists (select from tools where id = new.tool_id and new.quantity % pack_step <> 0) then
    raise exception 'an order of % is not in whole packs', new.quantity
      using errcode = 'check_violation', constraint = 'orders_in_whole_packs';
  end if;
  return new;
end
$$;
create trigger orders_have_whole_packs before insert on orders
  for each row execute function keep_whole_packs();
create trigger orders_keep_whole_packs before update of quantity on orders
  for each row when (new.quantity <> old.quantity) execute function keep_whole_packs();

-- What one unit costs in an order of so many or more: the deepest that fits counts.
create table tool_price_breaks (
  tool_id uuid not null references tools (id),
  quantity integer not null check (quantity >= 2),
  price_cents bigint not null check (price_cents > 0),
  primary key (tool_id, quantity)
);
