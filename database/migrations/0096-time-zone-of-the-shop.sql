-- Where the server was when the shop first started: the shop's time zone until an admin chooses one. Null where it has not
-- started since there is one; the start writes it.
alter table shop_details add column first_time_zone text check (first_time_zone <> '');
