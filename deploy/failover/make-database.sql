-- Creates the shop's roles and database, once, on the leader, as its superuser:
-- psql -h 127.0.0.1 -p 5000 -U postgres -v owner_password=… -v app_password=… -f make-database.sql
create role toolyard login password :'owner_password';
create role toolyard_app login password :'app_password';
grant toolyard_app to toolyard;
-- PgBouncer does not pass on the timeouts that the shop sets when it connects.
alter role toolyard_app set statement_timeout = '15s';
alter role toolyard_app set idle_in_transaction_session_timeout = '15s';
create database toolyard owner toolyard template template0 encoding 'UTF8' locale 'C.UTF-8';
