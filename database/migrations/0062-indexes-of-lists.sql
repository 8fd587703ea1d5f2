-- What lists and refunds look for by day and by payment. Each was read off the whole table before.

-- A large shop takes seconds.
set local statement_timeout = 0;

create index refunds_of_payment on refunds (payment_id);
create index orders_by_day on orders (placed_at) where deleted_at is null;
create index invoices_by_day on invoices (issued_on);

-- What a payment was begun for stays as it is.
create trigger ordered_frozen before update of ordered_tool_id, ordered_quantity, ordered_unit_price_cents, ordered_address
  on payment_orders for each row execute function keep_charges();
