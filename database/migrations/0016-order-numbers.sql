-- What people call an order by: 'TY-10482'. The orders that there are get theirs in the order they were placed in; gaps
-- are allowed. Ids stay the keys.

create sequence order_numbers start with 10001;

alter table orders add column number text;
update orders set number = placed.number from (
  select id, 'TY-' || nextval('order_numbers') as number from (select id from orders order by placed_at, id) as by_age
) as placed where placed.id = orders.id;
alter table orders alter column number set not null, alter column number set default 'TY-' || nextval('order_numbers'),
  add constraint orders_number_key unique (number);
alter sequence order_numbers owned by orders.number;
