-- The rate limits count every hit by its time, so that no window, wherever it begins, holds more than its limit.
-- What was counted in fixed windows until now is forgotten: the longest of them is an hour.

drop table rate_limit_windows;

create table rate_limits (
  subject text primary key,
  -- When each hit came that still counts, oldest first; never more than the limit.
  hits timestamptz[] not null,
  -- When the last of them stops counting.
  ends_at timestamptz not null
);
create index rate_limits_by_end on rate_limits (ends_at);

-- Reads are too many to be written down one by one: each process adds up its own and shares the sum every second.
create table read_counts (
  subject text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (subject, window_start)
);
create index read_counts_by_age on read_counts (window_start);
