-- When the person of a session last proved again who they are, by their password or another factor; null if only when they
-- logged in. Calls that a stolen session must not make ask how long ago that was.
alter table identity.session add column "provedAt" timestamptz;
