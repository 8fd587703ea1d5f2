-- The sandbox gives back in parts, as a real provider does, never more than it took.
alter table sandbox_cards.intents add column refunded_amount bigint not null default 0;
update sandbox_cards.intents set refunded_amount = amount where refunded;
alter table sandbox_cards.intents
  add constraint refunded_within_amount check (refunded_amount between 0 and amount),
  add constraint refunded_is_whole check (refunded = (refunded_amount = amount)),
  drop constraint refunded_only_succeeded,
  add constraint refunded_only_succeeded check (refunded_amount = 0 or status = 'succeeded');

alter table sandbox_cards.refunds drop constraint refunds_intent_id_key;
alter table sandbox_cards.refunds
  add column amount bigint,
  add column status text not null default 'succeeded' check (status in ('pending', 'succeeded', 'failed'));
update sandbox_cards.refunds set amount = intents.amount
  from sandbox_cards.intents where intents.id = refunds.intent_id;
alter table sandbox_cards.refunds alter column amount set not null, add check (amount > 0);
create index refunds_of_intent on sandbox_cards.refunds (intent_id);

-- What goes back of a payment, and of each of its orders: raised together with a row of refunds, and never above what was paid.
alter table payments
  add column refunded_cents bigint not null default 0,
  add constraint payments_refunded_within_paid
    check (refunded_cents between 0 and case when state = 'succeeded' then amount_cents else 0 end);
alter table payment_orders
  add column refunded_cents bigint not null default 0,
  add constraint payment_orders_refunded_within_paid
    check (refunded_cents between 0 and case when state = 'succeeded' then net_cents + tax_cents else 0 end);

create table refunds (
  id uuid primary key,
  payment_id uuid not null,
  order_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- How much of it is for the delivery, which the last order of a payment gives back.
  delivery_cents bigint not null default 0 check (delivery_cents between 0 and amount_cents),
  -- Units that it gives back, and how many of them went back on the shelf.
  quantity integer check (quantity > 0),
  restocked integer not null default 0,
  -- In the words of who gave it, for the buyer.
  reason text check (reason <> ''),
  -- `due` until the provider has said what became of it; one that failed is still owed.
  state text not null default 'due' check (state in ('due', 'done', 'failed')),
  -- Each try has a key of its own at the provider; there is another only after one has failed.
  attempt integer not null default 1 check (attempt > 0),
  provider_refund_id text unique,
  failure text check (failure <> ''),
  actor_id uuid references users (id),
  created_at timestamptz not null,
  settled_at timestamptz,
  foreign key (payment_id, order_id) references payment_orders (payment_id, order_id),
  constraint refunds_restock_what_is_refunded check (restocked between 0 and coalesce(quantity, 0)),
  constraint refunds_done_at_the_provider check (state <> 'done' or provider_refund_id is not null),
  constraint refunds_settled_has_time check ((state = 'due') = (settled_at is null)),
  constraint refunds_failed_says_why check ((state = 'failed') = (failure is not null))
);
create index refunds_of_order on refunds (order_id, id);
-- Few are owed, among however many.
create index refunds_owed on refunds (state, id) where state <> 'done';

alter table orders
  add column cancelled_at timestamptz,
  -- Units whose price went back, and those of them that went back on the shelf.
  add column refunded_quantity integer not null default 0,
  add column returned_quantity integer not null default 0,
  add constraint orders_cancelled_never_shipped
    check (cancelled_at is null or (paid_at is not null and shipped_at is null)),
  add constraint orders_returned_within_refunded
    check (returned_quantity between 0 and refunded_quantity and refunded_quantity <= quantity);

-- Where an order stands, read off its times here and nowhere else. Its indexes go with the column.
alter table orders drop column state;
alter table orders add column state text not null generated always as (
  case
    when deleted_at is not null then 'deleted'
    when cancelled_at is not null then 'cancelled'
    when paid_at is null then 'unpaid'
    when shipped_at is null then 'paid'
    else 'shipped'
  end
) stored;
create index orders_by_age on orders (state, id) where deleted_at is null;
create index orders_by_price on orders (state, total_cents, id) where deleted_at is null;
create index orders_by_buyer on orders (state, lower(user_name), id) where deleted_at is null;
create index orders_by_tool on orders (state, lower(tool_name), id) where deleted_at is null;
create index orders_to_ship on orders (paid_at, id) where state = 'paid';
create index orders_unpaid on orders (placed_at) include (total_cents) where state = 'unpaid';

-- The reply kept for a repeat now says what was given back.
update idempotency_keys
  set reply = reply || '{"refunded": 0, "refundDue": 0, "refundable": 0, "refundedQuantity": 0, "cancelledAt": null}'
  where route = 'POST /orders' and reply is not null;

alter table users drop constraint users_muted_notices_check;
alter table users add constraint users_muted_notices_known check (
  muted_notices <@ array['sale', 'low_stock', 'low_review', 'contact_message', 'failed_refund', 'failed_job', 'restock']
);

-- Few lines of payments are given back, among however many: what was sold is summed without a look at the others.
create index payment_orders_refunded on payment_orders (order_id) where refunded_cents > 0;
