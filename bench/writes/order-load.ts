import { randomUUID } from 'node:crypto';
import { toolIdOf } from './buyers.ts';
import { httpRequest } from './http-load.ts';

/** Whether each buyer orders a different tool, or all order the same one. */
export type Wanted = 'distinct tools' | 'one tool';

/** The tool that a buyer orders. */
export const wantedTool = (wanted: Wanted, buyer: number) => toolIdOf(wanted === 'one tool' ? 0 : buyer);

/** The headers and body with which the shop's own pages place an order. */
export function orderOf(wanted: Wanted, buyer: number, token: string) {
  const toolId = wantedTool(wanted, buyer);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const body = { toolId, minQuantity: 2, price: 25, phone: '+1 555 0100', address: '1 Workshop Lane' };
  return { headers, body: JSON.stringify(body) };
}

/** An order over HTTP. */
export function orderRequest(wanted: Wanted, buyer: number, token: string) {
  const { headers, body } = orderOf(wanted, buyer, token);
  return { bytes: httpRequest('POST', '/orders', headers, body), status: 201 };
}
