-- What the law of some countries wants said of a tool before it is bought. The maker's name and addresses, the responsible person in
-- the Union, and the warnings are facts of the brand; a tool may have its own.
alter table brands
  add column manufacturer_name text,
  add column manufacturer_address text,
  add column manufacturer_email text,
  add column responsible_person text,
  add column safety_warnings text;

-- The version before neither reads nor writes these columns. `content` is an amount and its unit: '250 ml', '100 pieces'.
alter table tools
  add column manufacturer_name text,
  add column manufacturer_address text,
  add column manufacturer_email text,
  add column responsible_person text,
  add column safety_warnings text,
  add column guarantee_years integer,
  add column guarantee_maker text,
  add column content text,
  add column disposal text,
  add column disposal_note text,
  add column prop65_warning text;
