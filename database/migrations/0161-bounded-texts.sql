-- What the contracts of the legal pages, product information, returns, delays, and certificates bound, held by the tables, too.
-- The version before writes nothing beyond these bounds: its contracts have the same.
alter table tools
  add constraint tools_product_information_bounded check (
    char_length(manufacturer_name) <= 200 and char_length(manufacturer_address) <= 500 and char_length(manufacturer_email) <= 254
    and char_length(responsible_person) <= 500 and char_length(safety_warnings) <= 2000
    and char_length(guarantee_maker) <= 60 and char_length(content) <= 60
    and char_length(disposal_note) <= 1000 and char_length(prop65_warning) <= 1000) not valid,
  add constraint tools_guarantee_years_range check (guarantee_years between 1 and 100) not valid,
  add constraint tools_disposal_known check (disposal in ('electrical', 'batteries', 'both')) not valid,
  -- All of a reduction or nothing of it; the trigger that ends one sees to that.
  add constraint tools_reduction_is_whole check (
    num_nulls(former_price_cents, reduced_since, reduced_until) in (0, 3)
    and (former_price_cents is null or former_price_cents > price_cents)) not valid,
  add constraint tools_reduced_until_is_day check (reduced_until ~ '^\d{4}-\d{2}-\d{2}$') not valid;

alter table tool_prices add constraint tool_prices_more_than_nothing check (price_cents > 0) not valid;

alter table brands add constraint brands_product_information_bounded check (
  char_length(manufacturer_name) <= 200 and char_length(manufacturer_address) <= 500 and char_length(manufacturer_email) <= 254
  and char_length(responsible_person) <= 500 and char_length(safety_warnings) <= 2000) not valid;
alter table brands validate constraint brands_product_information_bounded;

alter table delay_notices add constraint delay_notices_reason_bounded check (char_length(reason) <= 300) not valid;
alter table delay_notices validate constraint delay_notices_reason_bounded;

alter table legal_versions add constraint legal_versions_bounded check (
  char_length(opening) between 1 and 400 and jsonb_array_length(parts) between 1 and 16) not valid;
alter table legal_versions validate constraint legal_versions_bounded;

alter table exemption_certificates add constraint exemption_certificates_bounded check (
  char_length(number) <= 60 and char_length(reason) <= 300) not valid;
alter table exemption_certificates validate constraint exemption_certificates_bounded;
alter table exemption_files add constraint exemption_files_bounded check (octet_length(content) between 1 and 5242880) not valid;

alter table returns add constraint returns_label_url_bounded check (char_length(label_url) <= 2000) not valid;
alter table return_labels add constraint return_labels_bounded check (octet_length(pdf) between 1 and 1048576) not valid;
