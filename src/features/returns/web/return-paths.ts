export const RETURNS = '/dashboard/returns';

/** Returns the path of a return's page. */
export const returnPath = (id: string) => `${RETURNS}/${id}`;

/** Returns the path of the form that asks for a return of an order, and of others of its purchase. */
export const newReturnPath = (orderId: string) => `${RETURNS}/new?${new URLSearchParams({ order: orderId })}`;

/** Returns the path of the packing slip of a return. */
export const slipPath = (id: string) => `${returnPath(id)}?slip`;
