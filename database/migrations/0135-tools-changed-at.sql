-- When a tool was last edited, by hand, a file, or a change of many, which sitemaps tell search engines. Null: as it was added, or last
-- edited before this was kept.
alter table tools add column changed_at timestamptz;

create function set_tool_changed_at() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end
$$;
create trigger tools_have_changed_at before update of version on tools
  for each row when (new.version <> old.version) execute function set_tool_changed_at();
