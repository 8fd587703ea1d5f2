-- Payments that the buyer's bank has called into question, one row for each of the card provider's disputes, by its id there.
create table disputes (
  id text primary key check (id <> ''),
  payment_id uuid not null references payments (id),
  -- In the smallest unit of `currency`, which need not be that of the payment.
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null check (currency <> ''),
  -- The provider's code.
  reason text not null check (reason <> ''),
  state text not null check (state in ('open', 'won', 'lost')),
  -- Whether a refund would settle it, rather than pay twice.
  is_refundable boolean not null,
  -- Until when the shop may answer it, where it may.
  respond_by timestamptz,
  -- What of a lost one is not counted among the refunds of its payment, of which no more was left.
  uncounted_cents bigint not null default 0 check (uncounted_cents between 0 and amount_cents),
  opened_at timestamptz not null,
  closed_at timestamptz,
  constraint disputes_closed_has_time check ((state = 'open') = (closed_at is null)),
  constraint disputes_only_lost_costs check (state = 'lost' or uncounted_cents = 0)
);
create index disputes_of_payment on disputes (payment_id);
-- Few are open, among however many.
create index disputes_open on disputes (id) where state = 'open';

create table sandbox_cards.disputes (
  id text primary key,
  intent_id text not null references sandbox_cards.intents (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  respond_by timestamptz not null,
  created_at timestamptz not null
);
create index disputes_of_intent on sandbox_cards.disputes (intent_id);

alter table users drop constraint users_muted_notices_known;
alter table users add constraint users_muted_notices_known check (
  muted_notices <@ array['sale', 'quote', 'low_stock', 'low_review', 'contact_message', 'failed_refund', 'dispute', 'failed_job', 'restock']
);
