-- The pictures of a tool after its first, which stays the tool's img. Eight in all are enough to see a tool from every side.

create table tool_pictures (
  tool_id uuid not null references tools (id),
  place smallint not null check (place between 1 and 7),
  img text not null references pictures (url),
  primary key (tool_id, place),
  unique (tool_id, img)
);
