-- A tool may be sold in packs: what is ordered is its minimum, and so many whole packs more.
alter table tools add column pack_step integer not null default 1 check (pack_step >= 1);

-- Looked at where a quantity is written: an older order keeps its own when the pack is another.
create function keep_whole_packs() returns trigger language plpgsql as $$
declare
  tool record;
begin
  select min_order_quantity, pack_step into tool from tools where id = new.tool_id;
  if (new.quantity - tool.min_order_quantity) % tool.pack_step <> 0 then
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
