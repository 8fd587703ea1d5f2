-- Whether the buyer collects what a payment is for: the method that they chose may be another one by now, or gone.
alter table payments add column collected boolean not null default false;
update payments set collected = true from delivery_methods
where delivery_methods.id = delivery_method_id and kind = 'collect';
