-- What the orders of an erased buyer keep of the email: a hash under a key of the shop, so that who knows both the order's number
-- and the email can withdraw from it (decision 128). Orders erased before have none.
-- The version before neither reads nor writes it.
alter table orders add column erased_email_hash text check (char_length(erased_email_hash) = 64);
