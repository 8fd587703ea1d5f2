-- How often a tool has been edited, and one: who edits it says which version they saw. Stock and ratings are no edits.
alter table tools add column version integer not null default 1 check (version >= 1);

-- The reply kept for a repeat now says what the tool costs where that has changed.
update idempotency_keys set reply = reply || '{"newUnitPrice": null}' where route = 'POST /orders' and reply is not null;
