-- A review may be about a tool that its author has paid for, once for each buyer and tool; the tool's row keeps the sum.

alter table reviews add column tool_id uuid references tools (id);
create unique index reviews_one_per_buyer_and_tool on reviews (tool_id, user_id) where tool_id is not null;

alter table tools
  add column rating_sum integer not null default 0 check (rating_sum >= 0),
  add column rating_count integer not null default 0 check (rating_count >= 0),
  -- The average in tenths (10 to 50), as it is shown. Null while nobody has rated the tool.
  add column rating_tenths smallint generated always as
    (case when rating_count > 0 then round(rating_sum * 10.0 / rating_count) end) stored,
  -- Whether as many are there as one must order at least.
  add column orderable boolean not null generated always as (on_hand - held >= min_order_quantity) stored;
