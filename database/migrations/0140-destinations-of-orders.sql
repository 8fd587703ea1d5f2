-- Where an order goes, read once when its address is written: from the address book, from the text, or as its buyer said. A part that
-- nothing says is null; doubtful is an address of one of two countries. Without a country and not doubtful, it has not been read: the
-- version before writes the address alone, and a job reads those of earlier orders in steps.
alter table orders
  add column destination_country text constraint orders_destination_country_iso check (destination_country ~ '^[A-Z]{2}$'),
  add column destination_region text,
  add column destination_postal_code text
    constraint orders_destination_postal_code_length check (length(destination_postal_code) between 1 and 16),
  add column destination_doubtful boolean not null default false;

-- The version before leaves all of these empty. The regions are those of `state-rules.ts`.
alter table orders
  add constraint orders_destination_region_listed check (
    case destination_country
      when 'US' then destination_region = any ('{AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,RI,SC,SD,TN,TX,UT,VT,VA,WA,WV,WI,WY,PR,VI,GU,AS,MP,AA,AE,AP}')
      when 'CA' then destination_region = any ('{AB,BC,MB,NB,NL,NS,NT,NU,ON,PE,QC,SK,YT}')
      when 'AU' then destination_region = any ('{ACT,NSW,NT,QLD,SA,TAS,VIC,WA}')
      else length(destination_region) between 1 and 40
    end),
  add constraint orders_destination_in_country
    check (destination_country is not null or num_nonnulls(destination_region, destination_postal_code) = 0),
  add constraint orders_destination_doubtful check (not destination_doubtful or destination_country is null);

create index orders_without_destination on orders (id) where destination_country is null and not destination_doubtful;

-- Another address goes elsewhere until it has been read, whichever version wrote it.
create function forget_destination() returns trigger language plpgsql as $$
begin
  new.destination_country := null;
  new.destination_region := null;
  new.destination_postal_code := null;
  new.destination_doubtful := false;
  return new;
end
$$;
create trigger orders_forget_destination before update of address on orders
  for each row when (new.address is distinct from old.address) execute function forget_destination();

-- A payment was computed for where its orders go.
create function keep_destination() returns trigger language plpgsql as $$
begin
  if exists (select from payment_orders where live_order_id = new.id) then
    raise exception 'the order is being paid for' using errcode = 'check_violation', constraint = 'orders_destination_kept';
  end if;
  return new;
end
$$;
create trigger orders_keep_destination
  before update of destination_country, destination_region, destination_postal_code, destination_doubtful on orders
  for each row when (
    (old.destination_country is not null or old.destination_doubtful)
    and (new.destination_country, new.destination_region, new.destination_postal_code, new.destination_doubtful)
      is distinct from (old.destination_country, old.destination_region, old.destination_postal_code, old.destination_doubtful))
  execute function keep_destination();
