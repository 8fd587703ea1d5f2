-- What admins find tools by, and in which order these may stand. None of it changes when units are held or sold, so that
-- a tool's row can still be rewritten in its place then.

-- The words of a tool that admins look for the beginnings of.
create function tool_list_words(name text, brand text, category text) returns tsvector
  language sql immutable parallel safe
  return list_words(name, coalesce(brand, ''), coalesce(category, ''));

create index tools_by_words on tools using gin (tool_list_words(name, brand, category)) with (fastupdate = off)
  where deleted_at is null;
create index tools_by_lower_name on tools (lower(name), id) where deleted_at is null;
create index tools_by_price on tools (price_cents, id) where deleted_at is null;
