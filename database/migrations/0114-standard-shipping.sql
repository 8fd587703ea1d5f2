-- The method that a new shop begins with, in the word of its screens. A shop that has taken a payment keeps the name that its
-- buyers have seen.

update delivery_methods
set name = 'Standard shipping'
where id = '01900000-0000-7000-8000-000000000001' and name = 'Standard delivery' and not exists (select from payments);
