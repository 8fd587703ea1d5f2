-- Accounts that were erased (decision 36). The row stays for its orders and invoices, without anything about the person. Its
-- subject is `erased:` and the SHA-256 of the provider's, so that a token that is still about brings nobody back.

-- A large shop takes seconds.
set local statement_timeout = 0;

alter table users
  add column erased_at timestamptz,
  add constraint users_erased_are_nobody check (erased_at is null or (
    subject like 'erased:%' and num_nonnulls(email, blocked_reason) = 0 and not email_verified and role = 'user'
    and display_name || education || linkedin || phone || city || district || company || vat_number || vat_country = '')) not valid;

-- The address that a payment was begun for stays as it is while the payment lives; it can go afterwards.
drop trigger ordered_frozen on payment_orders;
create trigger ordered_frozen before update of ordered_tool_id, ordered_quantity, ordered_unit_price_cents
  on payment_orders for each row execute function keep_charges();
create trigger ordered_address_frozen before update of ordered_address on payment_orders
  for each row when (old.state = 'live' or new.ordered_address is not null) execute function keep_charges();

-- The page of a customer has their address in its path; the audit trail, which is never erased, goes without it.
alter table audit_events disable trigger audit_events_append_only;
update audit_events set page = regexp_replace(page, '/[^/]*(@|%40)[^/]*', '/:email', 'gi') where page ~* '@|%40';
alter table audit_events enable trigger audit_events_append_only;
