-- An order's state is written by what moves the order, so that a new state needs no other table. The values stay, with their indexes.
-- The version before writes the times alone, and so does a backup of its: the state then follows them. The trigger goes with the release
-- after this one.
alter table orders alter column state drop expression;
alter table orders alter column state set default 'unpaid';

create function set_order_state() returns trigger language plpgsql as $$
begin
  new.state := case
    when new.deleted_at is not null then 'deleted'
    when new.cancelled_at is not null then 'cancelled'
    when new.paid_at is null then 'unpaid'
    when new.shipped_at is null then 'paid'
    else 'shipped'
  end;
  return new;
end
$$;
create trigger orders_placed_with_state before insert on orders
  for each row when (new.state = 'unpaid') execute function set_order_state();
create trigger orders_moved_with_state before update of paid_at, shipped_at, cancelled_at, deleted_at on orders
  for each row when (new.state = old.state) execute function set_order_state();

-- The version before can't write a state against its times: the trigger has it follow them.
alter table orders
  add constraint orders_state_known check (state in ('unpaid', 'paid', 'shipped', 'cancelled', 'deleted')),
  add constraint orders_state_of_times check (
    (state = 'deleted') = (deleted_at is not null)
    and (state <> 'cancelled' or cancelled_at is not null)
    and (state = 'cancelled' or state = 'deleted' or cancelled_at is null)
    and (state <> 'unpaid' or paid_at is null)
    and (state not in ('paid', 'shipped') or paid_at is not null)
    and (state not in ('unpaid', 'paid') or shipped_at is null)
    and (state <> 'shipped' or shipped_at is not null)
  );
