-- Staff find orders and customers by a phone number however it is written, and orders by the beginning of their purchase
-- order number.

-- A large shop takes seconds.
set local statement_timeout = 0;

-- The digits of a phone number, without the zeros before it and without an extension: what follows a letter, `;`, `,` or `#`.
create function phone_key(phone text) returns text
  language sql immutable parallel safe
  return ltrim(regexp_replace(
    regexp_replace(replace(normalize(phone, NFKC), '(0)', ''), '(\d[^[:alpha:];,#]*)[[:alpha:];,#].*$', '\1'),
    '[^0-9]', '', 'g'), '0');

-- By the last seven digits, which a number has with its country's code and without.
create index orders_by_phone on orders (right(phone_key(phone), 7)) where deleted_at is null;
create index users_by_phone on users (right(phone_key(phone), 7)) where phone <> '';
create index addresses_by_phone on addresses (right(phone_key(phone), 7)) where phone <> '';

create index orders_by_purchase_order on orders (name_key(purchase_order_number) text_pattern_ops)
  where deleted_at is null and purchase_order_number <> '';
