-- Words that mean the same to whoever looks for a tool. The owner edits them; these are for a start.

create table synonyms (
  id uuid primary key,
  word text not null check (word <> ''),
  same_as text not null check (same_as <> ''),
  created_at timestamptz not null default now()
);

-- Whichever way round they stand, two words are a pair once.
create unique index synonyms_once on synonyms (least(lower(word), lower(same_as)), greatest(lower(word), lower(same_as)));

insert into synonyms (id, word, same_as)
select gen_random_uuid(), word, same_as from (values
  ('wrench', 'spanner'),
  ('box wrench', 'ring spanner'),
  ('Allen wrench', 'hex key'),
  ('drill press', 'pillar drill'),
  ('hammer drill', 'combi drill'),
  ('vise', 'vice'),
  ('miter', 'mitre'),
  ('C-clamp', 'G-clamp'),
  ('tongue-and-groove pliers', 'water pump pliers'),
  ('metal lathe', 'engineer''s lathe'),
  ('flashlight', 'torch'),
  ('utility knife', 'craft knife'),
  ('sawhorse', 'trestle'),
  ('lumber', 'timber'),
  ('baseboard', 'skirting'),
  ('drywall', 'plasterboard'),
  ('caulk', 'sealant'),
  ('aluminum', 'aluminium'),
  ('gas', 'petrol'),
  ('portable generator', 'genset')
) pairs (word, same_as);
