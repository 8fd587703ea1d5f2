-- The set-up guide of the owner's first hour: what is done is read from the shop itself, what is skipped is kept here.
create table setup_guide (
  only_one boolean primary key default true check (only_one),
  -- Until every step is done or skipped; or whatever an admin chose since.
  shown text not null default 'until_done' check (shown in ('until_done', 'always', 'never')),
  skipped text[] not null default '{}' check (
    skipped <@ array['name', 'region', 'tools', 'delivery', 'tax', 'payments', 'test_order', 'live']
  )
);
-- A shop that has sold is past its first hour.
insert into setup_guide (shown)
select case when exists (select from orders where paid_at is not null) then 'never' else 'until_done' end;

-- What the demo catalogue brought, until it is cleared or taken over. It brings no orders and no accounts.
create table demo_rows (
  kind text not null check (kind in ('tool', 'review', 'category', 'brand')),
  id uuid not null,
  primary key (kind, id)
);

-- In a shop that has it already: the tools whose first units came with the start, and those of the same
-- transaction that came without any.
insert into demo_rows (kind, id)
select 'tool', id from tools
where created_at in (
  select created_at from stock_movements join tools on tools.id = tool_id
  where actor = 'start' and cause = 'new_tool'
);
-- Reviews without an account from before there was a tool to review.
insert into demo_rows (kind, id)
select 'review', reviews.id from reviews
where user_id is null and reviews.created_at < (
  select min(created_at) from tools join demo_rows on kind = 'tool' and demo_rows.id = tools.id
);
-- Categories and brands that no other tool has, and the parents of such categories alone.
insert into demo_rows (kind, id)
select 'category', id from categories
where exists (select from tools where category = categories.name)
  and not exists (
    select from tools
    where category = categories.name and not exists (select from demo_rows where demo_rows.id = tools.id)
  );
insert into demo_rows (kind, id)
select distinct 'category', parent_id from categories child join demo_rows on kind = 'category' and demo_rows.id = child.id
where parent_id is not null
  and not exists (
    select from categories sibling where sibling.parent_id = child.parent_id
      and not exists (select from demo_rows where kind = 'category' and demo_rows.id = sibling.id)
  )
on conflict do nothing;
insert into demo_rows (kind, id)
select 'brand', id from brands
where exists (select from tools where brand = brands.name)
  and not exists (
    select from tools
    where brand = brands.name and not exists (select from demo_rows where demo_rows.id = tools.id)
  );
