-- Of a shipment its parcel's email tells, which notes so in parcels.told_at.
alter table orders drop column ship_email_at;
