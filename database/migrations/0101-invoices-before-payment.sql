-- Invoices before payment: the staff wait for a bank transfer for orders of one buyer, whose units stay reserved meanwhile.

-- A large shop takes seconds.
set local statement_timeout = 0;

alter table payments
  -- By which day of the shop's its invoice, issued as it began, is to be paid: 2026-12-10. It holds units until somebody ends it.
  add column due_on text check (due_on ~ '^\d{4}-\d{2}-\d{2}$'),
  -- On which day money by hand came, where the staff said so.
  add column received_on text check (received_on ~ '^\d{4}-\d{2}-\d{2}$'),
  alter column hold_expires_at drop not null,
  add constraint payments_invoiced_hold_on check ((due_on is null) = (hold_expires_at is not null)),
  add constraint payments_invoiced_by_hand check (due_on is null or method <> 'card'),
  add constraint payments_received_by_hand check (received_on is null or method <> 'card');
create index payments_open_invoices on payments (due_on, id) where state = 'live' and due_on is not null;

-- A quote of which an order is invoiced does not expire until that is paid or withdrawn.
alter table quotes
  add column invoiced boolean not null default false,
  add constraint quotes_invoiced_once_accepted check (not invoiced or state = 'accepted');

-- The credit note of an invoice that is withdrawn unpaid is of no refund, since nothing was paid.
alter table invoices
  drop constraint invoices_refunds,
  add constraint invoices_refunds check (kind = 'credit_note' or refund_id is null);
create unique index invoices_withdrawn_once on invoices (payment_id) where kind = 'credit_note' and refund_id is null;
