-- What the numbers of new orders begin with is a setting of the shop ('TY' until its owner chooses); orders keep the number that they
-- were given. The digits come from one sequence, whatever stands before them, so they alone find an order.
create function next_order_number() returns text language sql volatile
begin atomic
  select coalesce((select own #>> '{business,orderPrefix}' from shop_details), 'TY') || '-' || nextval('order_numbers');
end;
alter table orders alter column number set default next_order_number();

create index orders_digits on orders (split_part(number, '-', 2));

-- The version before knows no prefix, and keeps the one that is there. Quotes, invoices, and credit memos have letters of their own.
alter table shop_details add constraint shop_details_order_prefix check (
  own #>> '{business,orderPrefix}' ~ '^[A-Z][A-Z0-9]{0,5}$' and own #>> '{business,orderPrefix}' not in ('Q', 'INV', 'CN')
);
