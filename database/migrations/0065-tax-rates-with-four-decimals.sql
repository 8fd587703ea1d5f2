-- Tax rates have up to four decimals (8.875 %, 4.225 %): they are kept in parts per million, so that 190000 is 19 %. Until now it
-- was hundredths of a percent. Invoices stay as they were issued; whoever reads them knows both.

-- A large shop takes seconds.
set local statement_timeout = 0;

drop trigger charges_frozen on payments;
drop trigger charges_frozen on payment_orders;
alter table tax_rates drop constraint tax_rates_rate_check;
alter table payments drop constraint payments_delivery_tax_rate_check;
alter table payment_orders drop constraint payment_orders_tax_rate_check;

alter table tax_rates alter column rate type integer using rate * 100;
alter table payments alter column delivery_tax_rate type integer using delivery_tax_rate * 100;
alter table payment_orders alter column tax_rate type integer using tax_rate * 100;

alter table tax_rates rename column rate to rate_ppm;
alter table payments rename column delivery_tax_rate to delivery_tax_rate_ppm;
alter table payment_orders rename column tax_rate to tax_rate_ppm;

alter table tax_rates add constraint tax_rates_rate_ppm_check check (rate_ppm between 0 and 1000000);
alter table payments add constraint payments_delivery_tax_rate_ppm_check check (delivery_tax_rate_ppm between 0 and 1000000);
alter table payment_orders add constraint payment_orders_tax_rate_ppm_check check (tax_rate_ppm between 0 and 1000000);

create trigger charges_frozen before update of
  amount_cents, goods_net_cents, delivery_cents, delivery_tax_cents, delivery_tax_rate_ppm, tax_cents, delivery_exempt, shop_country
  on payments for each row execute function keep_charges();
create trigger charges_frozen before update of goods_cents, net_cents, tax_cents, tax_rate_ppm, exempt on payment_orders
  for each row execute function keep_charges();
