-- Whether prices with tax are the same wherever goods go; else the tax of home is taken off, and that of there put on.
alter table charge_settings add column same_price_everywhere boolean not null default false;
