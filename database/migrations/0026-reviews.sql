-- A review can be hidden with a reason, and answered by the shop. A tool's sum and count of stars are those of its visible
-- reviews: whatever hides or shows one changes them in the same transaction.

alter table reviews
  add column hidden_at timestamptz,
  add column hidden_reason text check (hidden_reason <> ''),
  add column answer text check (answer <> ''),
  add column answered_at timestamptz,
  add constraint reviews_hidden_has_reason check ((hidden_at is null) = (hidden_reason is null)),
  add constraint reviews_answer_has_time check ((answer is null) = (answered_at is null));

create index reviews_visible on reviews (id) where hidden_at is null;
create index reviews_by_words on reviews using gin (list_words(name, reviews)) with (fastupdate = off);
