-- The owner can demand a second factor of staff and admins: since when that is, and since when each of them is one. Both give a
-- day's grace. For staff from before this, the demand's own day counts.

alter table users add column staff_since timestamptz;

alter table shop_details add column factors_demanded_at timestamptz,
  add constraint shop_details_demand_has_its_time check (
    (factors_demanded_at is not null) = coalesce((own -> 'security' ->> 'staffFactor')::boolean, false)
  );
