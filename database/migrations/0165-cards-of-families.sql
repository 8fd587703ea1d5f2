-- Lists show a family as one card (decision 138): their indexes tell each tool's family, so that cards are counted
-- without reading the tools. No tool is for sale that these do not have.
create index tools_for_sale_by_family on tools (family_id) where deleted_at is null and img is not null;
drop index tools_for_sale_by_age;
create index tools_for_sale_by_age on tools (id) include (family_id) where deleted_at is null and img is not null;
drop index tools_for_sale_by_category;
create index tools_for_sale_by_category on tools (category, price_cents, id) include (family_id)
  where deleted_at is null and img is not null;
drop index tools_for_sale_by_brand;
create index tools_for_sale_by_brand on tools (brand, price_cents, id) include (family_id)
  where deleted_at is null and img is not null;
drop index tools_for_sale_by_rating;
create index tools_for_sale_by_rating on tools (coalesce(rating_tenths, 0), id)
  include (rating_tenths, price_cents, family_id) where deleted_at is null and img is not null;
