-- A region can be some states or provinces of its countries, by ISO 3166-2.
alter table regions add column states text[] not null default '{}',
  add constraint regions_states_of_countries check (cardinality(countries) > 0 or cardinality(states) = 0);
