-- Every public price of a tool, and the time from which it applied (Directive 98/6/EC, article 6a): what a unit costs in the minimum
-- order. Null while the tool is not for sale. A tool that has had one price only has no rows: the first change writes the price before it.
create table tool_prices (
  tool_id uuid not null references tools (id) on delete cascade,
  since timestamptz not null,
  price_cents bigint,
  primary key (tool_id, since)
);

-- A reduction: `price_cents` is the reduced price, and `former_price_cents` comes back after `reduced_until`, a day in the shop's time zone.
-- The version before neither reads nor writes these columns, and a price that it raises ends the reduction.
alter table tools
  add column former_price_cents bigint,
  add column reduced_since timestamptz,
  add column reduced_until text;
create index tools_reduced on tools (reduced_until) where reduced_until is not null;

create function keep_reduction() returns trigger language plpgsql as $$
begin
  if new.former_price_cents is null or new.reduced_until is null or new.former_price_cents <= new.price_cents then
    new.former_price_cents := null;
    new.reduced_since := null;
    new.reduced_until := null;
  elsif new.reduced_since is null then
    new.reduced_since := clock_timestamp();
  end if;
  return new;
end
$$;

create trigger tools_keep_reduction before insert or update of price_cents, former_price_cents, reduced_until on tools
  for each row when (new.former_price_cents is not null or new.reduced_since is not null or new.reduced_until is not null)
  execute function keep_reduction();

-- What a unit of a tool costs the public in the minimum order; null while it is not for sale.
create function public_price(tool tools) returns bigint language sql stable as $$
  select case when tool.deleted_at is null and tool.img is not null then coalesce((
    select price_cents from tool_price_breaks
    where tool_id = tool.id and quantity <= tool.min_order_quantity and price_cents < tool.price_cents
    order by quantity desc limit 1), tool.price_cents) end
$$;

-- Keeps the price that a tool has had until now, if nothing is known of it yet. It applies since the last edit at the latest.
create function keep_first_price(tool tools) returns void language sql as $$
  insert into tool_prices (tool_id, since, price_cents)
  select tool.id, coalesce(tool.changed_at, tool.created_at), public_price(tool)
  where tool.created_at < now() and public_price(tool) is not null
    and not exists (select from tool_prices where tool_id = tool.id)
$$;

-- Called when the transaction commits: what it does in between was never public. The lock on the tool's row keeps times in order.
create function keep_price(changed uuid) returns void language sql as $$
  insert into tool_prices (tool_id, since, price_cents)
  select id, clock_timestamp(), public_price(tools) from tools
  where id = changed and public_price(tools) is distinct from (
    select price_cents from tool_prices where tool_id = changed order by since desc limit 1)
$$;

create function keep_price_of_tool() returns trigger language plpgsql as $$
begin
  perform keep_price(new.id);
  return null;
end
$$;

create function keep_price_before_change() returns trigger language plpgsql as $$
begin
  perform keep_first_price(old);
  return null;
end
$$;

create function keep_price_before_break() returns trigger language plpgsql as $$
begin
  perform keep_first_price(tools) from tools where id = coalesce(new.tool_id, old.tool_id);
  return coalesce(new, old);
end
$$;

create function keep_price_of_break() returns trigger language plpgsql as $$
begin
  perform keep_price(coalesce(new.tool_id, old.tool_id));
  return null;
end
$$;

create constraint trigger tools_have_first_price after insert on tools
  deferrable initially deferred for each row execute function keep_price_of_tool();
create trigger tools_keep_first_price after update on tools for each row
  when (new.price_cents is distinct from old.price_cents or new.min_order_quantity is distinct from old.min_order_quantity
    or (new.img is null) is distinct from (old.img is null) or (new.deleted_at is null) is distinct from (old.deleted_at is null))
  execute function keep_price_before_change();
create constraint trigger tools_keep_prices after update on tools deferrable initially deferred for each row
  when (new.price_cents is distinct from old.price_cents or new.min_order_quantity is distinct from old.min_order_quantity
    or (new.img is null) is distinct from (old.img is null) or (new.deleted_at is null) is distinct from (old.deleted_at is null))
  execute function keep_price_of_tool();
create trigger price_breaks_keep_first_price before insert or update or delete on tool_price_breaks
  for each row execute function keep_price_before_break();
create constraint trigger price_breaks_keep_prices after insert or update or delete on tool_price_breaks
  deferrable initially deferred for each row execute function keep_price_of_break();
