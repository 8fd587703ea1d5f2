-- The day on which a parcel was delivered, in the shop's time zone; null while unknown (decision 128). It begins the time in which
-- a consumer may withdraw. A day may begin before it does in UTC.
-- The version before neither reads nor writes it.
-- A large shop takes seconds for the index.
set local statement_timeout = 0;

alter table parcels
  add column delivered_on text check (delivered_on ~ '^\d{4}-\d{2}-\d{2}$'),
  add constraint parcels_delivered_after_sent check (
    make_date(left(delivered_on, 4)::integer, substr(delivered_on, 6, 2)::integer, right(delivered_on, 2)::integer)
      >= (sent_at at time zone 'UTC')::date - 1) not valid;

create index parcels_by_tracking_number on parcels (upper(replace(tracking_number, ' ', '')))
  where tracking_number is not null;
