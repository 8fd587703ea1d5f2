-- The pictures that were uploaded for a file, by the names by which it calls them; and the categories and brands that an import has
-- made, so that undoing it can take those away that nobody uses.
alter table imports
  add column pictures jsonb,
  add column made_categories uuid[] not null default '{}',
  add column made_brands uuid[] not null default '{}';
