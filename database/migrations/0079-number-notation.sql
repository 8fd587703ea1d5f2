-- How the numbers of a file are written: the sign before their decimals, as its sender or the file itself says; or one of its numbers
-- that can be read in two ways, where neither does.
alter table imports
  add column decimal_sign text check (decimal_sign in ('.', ',')),
  add column doubtful_number text;
