#!/bin/sh
# Run by PostgreSQL's image at its first start: creates the shop's two roles and its database.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set owner_password="$DATABASE_OWNER_PASSWORD" --set app_password="$DATABASE_PASSWORD" <<'SQL'
create role toolyard login password :'owner_password';
create role toolyard_app login password :'app_password';
grant toolyard_app to toolyard;
create database toolyard owner toolyard template template0
  encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C';
SQL
