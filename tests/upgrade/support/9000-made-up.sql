-- What a migration may bring beside the version before it: a column, an index, and a trigger that fills a new table.
alter table orders add column made_up text;
create index orders_made_up on orders (made_up, placed_at);
create table made_up_orders (order_id uuid primary key references orders (id));
create function note_made_up_order() returns trigger language plpgsql as $$
begin
  insert into made_up_orders (order_id) values (new.id);
  return new;
end $$;
create trigger note_made_up_order after insert on orders for each row execute function note_made_up_order();
