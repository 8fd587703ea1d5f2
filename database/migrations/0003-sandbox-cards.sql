-- The sandbox card provider keeps its books apart from the shop's, as a real provider would.

create schema sandbox_cards;

create table sandbox_cards.intents (
  id text primary key,
  client_secret text not null unique,
  idempotency_key text not null unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  order_id text not null,
  status text not null
    check (status in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  -- The test card's last four digits; the number itself is never kept.
  card_last4 text,
  last_error text,
  refunded boolean not null default false,
  created_at timestamptz not null default now(),
  constraint refunded_only_succeeded check (not refunded or status = 'succeeded')
);
create index intents_by_age on sandbox_cards.intents (created_at);

create table sandbox_cards.refunds (
  id text primary key,
  intent_id text not null unique references sandbox_cards.intents (id),
  idempotency_key text not null unique,
  created_at timestamptz not null default now()
);
