-- Until when a paid order must ship, a day in the shop's time zone (decision 132); null where no such rule applies, and once the buyer
-- has agreed to wait for an unknown time. The version before neither reads nor writes it; a job fills what it leaves out.
alter table orders add column ship_by text check (ship_by ~ '^\d{4}-\d{2}-\d{2}$');
create index orders_by_ship_by on orders (ship_by, id) where state = 'paid';

-- What buyers were told about a delay: the new day, or null where it is unknown, and what their silence until `answer_by` means.
create table delay_notices (
  id uuid primary key,
  order_id uuid not null references orders (id),
  was_due_on text not null check (was_due_on ~ '^\d{4}-\d{2}-\d{2}$'),
  new_date text check (new_date ~ '^\d{4}-\d{2}-\d{2}$' and new_date > was_due_on),
  reason text not null,
  silence text not null check (silence in ('consents', 'cancels')),
  answer_by text not null check (answer_by ~ '^\d{4}-\d{2}-\d{2}$' and answer_by >= was_due_on),
  state text not null default 'open' check (state in ('open', 'consented', 'cancelled', 'ended')),
  by_silence boolean not null default false,
  sent_by uuid references users (id),
  sent_at timestamptz not null,
  answered_at timestamptz,
  constraint delay_notices_answered check ((answered_at is null) = (state = 'open')),
  constraint delay_notices_unknown check (new_date is not null or (silence = 'cancels' and reason <> ''))
);
create unique index delay_notices_open on delay_notices (order_id) where state = 'open';
create index delay_notices_of_order on delay_notices (order_id, id);
create index delay_notices_silent on delay_notices (answer_by, id) where state = 'open';
create index delay_notices_sent_by on delay_notices (sent_by);
