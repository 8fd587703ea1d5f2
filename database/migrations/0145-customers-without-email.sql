-- Customers that staff opened at the counter or on the phone (decision 126). Nobody has logged in to such an account yet. Until
-- they give an email, an address at no-email.invalid, which no mail reaches (RFC 2606), stands for them.
-- The version before opens none; a login through it doesn't clear the mark, which then ends with the next login.
alter table users
  add column opened_by_staff boolean not null default false,
  add constraint users_without_email check (email not like '%@no-email.invalid' or (
    opened_by_staff and not email_verified and role = 'user' and email = id || '@no-email.invalid')) not valid;
alter table users validate constraint users_without_email;
