-- How often the shop's pages were opened, by day in the shop's time zone. No person, address, or session.
create table page_views (
  day date not null,
  kind text not null check (kind in ('visit', 'list', 'tool')),
  views bigint not null check (views > 0),
  primary key (day, kind)
);

-- The words of searches that found nothing, and how often a day. Email addresses and numbers as long as a phone's or a card's are
-- not stored.
create table fruitless_searches (
  day date not null,
  words text not null check (
    words <> '' and length(words) <= 60 and words !~ '@' and length(regexp_replace(words, '[^0-9]', '', 'g')) < 7
  ),
  searches integer not null check (searches > 0),
  primary key (day, words)
);
