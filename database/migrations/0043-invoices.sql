-- Invoices and credit notes, as they were issued: numbered without gaps, and never changed.
create table invoices (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit_note')),
  number bigint not null check (number > 0),
  -- The number before it, which must be there; only the first of a kind has none.
  previous bigint constraint invoices_follow check (previous = number - 1),
  -- As people read it: INV-000001.
  name text not null unique,
  payment_id uuid not null references payments (id),
  -- The refund that a credit note is about.
  refund_id uuid unique,
  user_id uuid not null references users (id),
  issued_at timestamptz not null,
  currency text not null,
  net_cents bigint not null check (net_cents >= 0),
  tax_cents bigint not null check (tax_cents >= 0),
  total_cents bigint not null,
  order_numbers text[] not null check (cardinality(order_numbers) > 0),
  -- Everything that is on it.
  document jsonb not null check (jsonb_typeof(document) = 'object'),
  words tsvector not null,
  constraint invoices_numbered_once unique (kind, number),
  constraint invoices_follow_once unique nulls not distinct (kind, previous),
  constraint invoices_without_gaps foreign key (kind, previous) references invoices (kind, number),
  constraint invoices_add_up check (total_cents = net_cents + tax_cents),
  constraint invoices_refunds check ((kind = 'credit_note') = (refund_id is not null))
);
create unique index invoices_one_of_payment on invoices (payment_id) where kind = 'invoice';
create index invoices_of_payment on invoices (payment_id);
create index invoices_by_age on invoices (kind, id);
create index invoices_by_words on invoices using gin (words) with (fastupdate = off);

create function keep_invoices() returns trigger language plpgsql as $$
begin
  raise exception 'invoices and credit notes are never changed';
end
$$;
create trigger invoices_append_only before update or delete or truncate on invoices
  for each statement execute function keep_invoices();

-- What the next of each kind is called. Whoever issues one holds its row until the transaction ends, so that one that is
-- given up leaves no gap.
create table paper_numbers (
  kind text primary key check (kind in ('invoice', 'credit_note')),
  next bigint not null check (next > 0)
);
insert into paper_numbers values ('invoice', 1), ('credit_note', 1);
