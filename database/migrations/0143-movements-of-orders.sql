-- The movements of an order, from which a tool's history leaves out what was reserved until it was sold.
create index stock_movements_of_order on stock_movements (cause_id) where cause = 'order';
