-- A phone number may have an extension (RFC 3966): '+12175550142;ext=12'.
alter table addresses drop constraint addresses_phone_check,
  add constraint addresses_phone_check check (phone = '' or phone ~ '^\+[1-9][0-9]{3,14}(;ext=[0-9]{1,9})?$');
