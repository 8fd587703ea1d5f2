-- A tool without a picture is a draft: staff have it, and nobody can buy it until it has one.
alter table tools alter column img drop not null,
  add constraint tools_drafts_are_not_reserved check (img is not null or held = 0);

-- What buyers look through, by what is counted without reading the tools.
create index tools_drafts on tools (id) where deleted_at is null and img is null;
create index tools_for_sale_by_age on tools (id) where deleted_at is null and img is not null;
create index tools_for_sale_by_category on tools (category, price_cents, id) where deleted_at is null and img is not null;
create index tools_for_sale_by_brand on tools (brand, price_cents, id) where deleted_at is null and img is not null;
drop index tools_by_rating;
create index tools_for_sale_by_rating on tools (coalesce(rating_tenths, 0), id) include (rating_tenths, price_cents)
  where deleted_at is null and img is not null;

-- So many of the tools that an import adds come without a picture.
alter table imports add column drafts integer not null default 0 check (drafts >= 0);
