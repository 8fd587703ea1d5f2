-- The unit of a file's weights, where neither its columns nor its cells say it; null: that of the shop.
-- The version before leaves it null.
alter table imports add column weight_unit text;
alter table imports add constraint imports_have_known_weight_unit check (weight_unit in ('g', 'kg', 'oz', 'lb')) not valid;
alter table imports validate constraint imports_have_known_weight_unit;
