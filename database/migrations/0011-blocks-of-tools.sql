-- A search is the dearer the more terms it names, each of them being tried on every tool that the index meets. What was named by a
-- list of terms - a stretch of prices or of numbers, at least so many stars - now has terms of its own: blocks, each twice as
-- wide as the one before, so that a stretch is a few of them.
--
-- `=n3.17` (the tool's number in steps of 4,096 · 2³), `=P3.17` (the step of its price, counted from the lowest, in steps of 2³),
-- `=R4` (at least four stars) beside `=r45` (the rating in tenths, 0 without).

-- A large catalogue takes minutes.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

-- Written out: it is called for each tool of a catalogue, and a loop costs ten times as much.
create or replace function sorting_terms(number integer, price_cents bigint, rating smallint) returns text[]
language plpgsql immutable parallel safe as $$
declare
  digits text := price_cents;
  -- The place of a price among all steps of prices: the first two digits, for each number of digits.
  step integer := length(digits) * 90 - 100 + rpad(left(digits, 2), 2, '0')::integer;
begin
  return array['=r' || rating,
    '=n0.' || (number >> 12), '=n1.' || (number >> 13), '=n2.' || (number >> 14),
    '=n3.' || (number >> 15), '=n4.' || (number >> 16), '=n5.' || (number >> 17),
    '=n6.' || (number >> 18), '=n7.' || (number >> 19), '=n8.' || (number >> 20),
    '=P1.' || (step >> 1), '=P2.' || (step >> 2), '=P3.' || (step >> 3), '=P4.' || (step >> 4),
    '=P5.' || (step >> 5), '=P6.' || (step >> 6), '=P7.' || (step >> 7)
  ] || (array['=R1', '=R2', '=R3', '=R4', '=R5'])[1:rating / 10];
end
$$;

reindex index tool_search_by_terms;
