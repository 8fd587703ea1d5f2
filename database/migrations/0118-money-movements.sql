-- Money at the provider and by hand is a ledger: one row for each charge, refund, lost dispute and amount given by hand, as the provider
-- has it. A row of refunds is a decision to give money back, with its credit note; its shares say which movements have given it.

create table money_movements (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'by_hand')),
  -- The card provider's id, or the transaction's of a payment that staff have marked.
  provider_id text unique check (provider_id <> ''),
  -- The refund that asked the provider for it, or that staff gave by hand.
  refund_id uuid references refunds (id),
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('pending', 'succeeded', 'failed')),
  -- The provider's code.
  failure text check (failure <> ''),
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint money_movements_known_by_provider check ((kind = 'by_hand') = (provider_id is null)),
  constraint money_movements_by_hand_for_a_refund check (kind <> 'by_hand' or refund_id is not null),
  constraint money_movements_settled_has_time check ((state = 'pending') = (settled_at is null)),
  constraint money_movements_failed_says_why check ((state = 'failed') = (failure is not null))
);
create unique index money_movements_one_charge on money_movements (payment_id) where kind = 'charge';
create index money_movements_of_payment on money_movements (payment_id, id) where kind <> 'charge';
create index money_movements_of_refund on money_movements (refund_id) where refund_id is not null;
create index money_movements_pending on money_movements (id) where state = 'pending';

create table refund_shares (
  movement_id uuid not null references money_movements (id),
  refund_id uuid not null references refunds (id),
  amount_cents bigint not null check (amount_cents > 0),
  primary key (movement_id, refund_id)
);
create index refund_shares_of_refund on refund_shares (refund_id);

-- Neither is more given for a refund than was decided, nor more of a movement than has moved. As refunds never come to more than was paid
-- (payments_refunded_within_paid), neither does what is given.
create function check_refund_shares() returns trigger language plpgsql as $$
declare
  movement uuid := coalesce(to_jsonb(new) ->> 'movement_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if exists (
    select from money_movements where id = movement and (
      select coalesce(sum(amount_cents), 0) from refund_shares where movement_id = movement
    ) > case when state = 'succeeded' and kind <> 'charge' then amount_cents else 0 end
  ) or exists (
    select from refunds where id in (select refund_id from refund_shares where movement_id = movement) and (
      select sum(amount_cents) from refund_shares where refund_id = refunds.id
    ) > amount_cents
  ) then
    raise exception using errcode = 'check_violation', constraint = 'refund_shares_within_movement_and_refund',
      message = 'more would be given than has moved, or than was decided';
  end if;
  return null;
end
$$;
create constraint trigger refund_shares_within_movement_and_refund after insert or update on refund_shares
  deferrable initially deferred for each row execute function check_refund_shares();
create constraint trigger refund_shares_within_movement_and_refund after update of state, amount_cents on money_movements
  deferrable initially deferred for each row execute function check_refund_shares();

-- What the present attempt asks the provider for: what was due when it began.
alter table refunds add column asked_cents bigint check (asked_cents between 1 and amount_cents);

-- The version before goes on writing its own id of each refund that is done; from here on a refund is done by its movements.
alter table refunds drop constraint refunds_done_at_the_provider;
