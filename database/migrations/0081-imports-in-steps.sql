-- An import that has been applied in part and cannot go on is taken back, step by step, before it counts as failed.
alter table imports
  add column reverting boolean not null default false,
  add constraint imports_revert_while_applying check (not reverting or state = 'applying');
