-- ID tokens are signed with a key out of the shop's secret, as access tokens are: nobody but the shop reads them. Those
-- signed before are good for no exchange; the session behind them gives the next one.
drop table identity.jwks;

-- A session's spent tokens that may come once more stand in its own row, the last one at the end: their SHA-256 (`hash`),
-- when they were spent (`at`), and the `Idempotency-Key` of the call that did (`key`).
alter table identity.session add column spent jsonb not null default '[]';
update identity.session set spent = jsonb_build_array(
    jsonb_build_object('hash', last.token_hash, 'at', last.spent_at, 'key', last.attempt_key))
  from (select distinct on (session_id) * from identity.spent_session_tokens order by session_id, spent_at desc) last
  where last.session_id = session.id;
drop table identity.spent_session_tokens;
