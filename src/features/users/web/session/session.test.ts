import { expect, it, vi } from 'vitest';
import { watchOrders } from './session.tsx';

function watched(status = 200) {
  const follow = vi.fn();
  const orders = watchOrders(async () => new Response('{}', { status }));
  const end = orders.followOrders(follow);
  return { orders, follow, end };
}

it.each([
  ['POST', '/orders'],
  ['PUT', '/orders/7'],
  ['PATCH', '/orders/7'],
  ['DELETE', '/orders/7'],
])('reports %s %s once the shop has accepted it', async (method, path) => {
  const { orders, follow, end } = watched();
  await orders.send(path, { method });
  expect(follow).toHaveBeenCalledOnce();
  end();
  await orders.send(path, { method });
  expect(follow).toHaveBeenCalledOnce();
});

it.each([
  ['GET', '/orders?email=ada@joiner.com'],
  ['POST', '/ordersomething'],
  ['POST', '/review'],
])('does not report %s %s', async (method, path) => {
  const { orders, follow } = watched();
  await orders.send(path, { method });
  expect(follow).not.toHaveBeenCalled();
});

it('reports no change that the shop refused', async () => {
  const { orders, follow } = watched(409);
  await orders.send('/orders/7', { method: 'DELETE' });
  expect(follow).not.toHaveBeenCalled();
});
