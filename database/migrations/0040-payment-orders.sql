-- A payment pays for one order or for many of one buyer's. What it charges and holds for each of them is a row of its own.
alter table payments add column user_id uuid references users (id);
update payments set user_id = orders.user_id from orders where orders.id = order_id;
alter table payments alter column user_id set not null, add constraint payments_id_and_state unique (id, state);

create table payment_orders (
  payment_id uuid not null,
  order_id uuid not null references orders (id),
  -- Where the order stands among those that were asked for.
  position integer not null check (position >= 0),
  -- What the order came to when the payment started.
  goods_cents bigint not null check (goods_cents > 0),
  -- Units of the order's tool that the payment holds; 0 once taken or given back.
  held_quantity integer not null check (held_quantity >= 0),
  -- Follows its payment's, so that the indexes below can say how many there may be.
  state text not null,
  primary key (payment_id, order_id),
  constraint payment_orders_position_key unique (payment_id, position),
  foreign key (payment_id, state) references payments (id, state) on update cascade,
  constraint payment_orders_hold_only_live check (state = 'live' or held_quantity = 0)
);
insert into payment_orders (payment_id, order_id, position, goods_cents, held_quantity, state)
select id, order_id, 0, amount_cents, held_quantity, state from payments;
create unique index payment_orders_one_live on payment_orders (order_id) where state = 'live';
create unique index payment_orders_one_success on payment_orders (order_id) where state = 'succeeded';
create index payment_orders_of_order on payment_orders (order_id);

-- Their indexes and checks go with them.
alter table payments drop column order_id, drop column held_quantity;
create index payments_live_of_user on payments (user_id) where state = 'live';

-- Orders that were paid for together bear the same transaction.
alter table orders drop constraint orders_transaction_id_key;
create index orders_by_transaction on orders (transaction_id) where transaction_id is not null;

-- The sandbox's intents name all orders that they are for.
alter table sandbox_cards.intents add column order_ids text[];
update sandbox_cards.intents set order_ids = array[order_id];
alter table sandbox_cards.intents alter column order_ids set not null, drop column order_id;
