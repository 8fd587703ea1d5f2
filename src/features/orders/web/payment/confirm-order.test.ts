import { expect, test, vi } from 'vitest';
import { ApiError } from '#web/client/api-client.ts';
import { confirmOrder } from './confirm-order.ts';

function setUp(...failures: Error[]) {
  const waits: number[] = [];
  const tell = vi.fn(async () => {
    const failure = failures.shift();
    if (failure) throw failure;
  });
  const onDelay = vi.fn();
  const abort = new AbortController();
  const confirm = () =>
    confirmOrder(tell, onDelay, abort.signal, async (ms) => {
      waits.push(ms);
      if (waits.length > 20) abort.abort();
    });
  return { confirm, tell, onDelay, waits, abort };
}

const offline = () => new ApiError(0, 'offline', 'no connection');

test('one answer is enough', async () => {
  const { confirm, tell, onDelay } = setUp();
  await confirm();
  expect(tell).toHaveBeenCalledTimes(1);
  expect(onDelay).not.toHaveBeenCalled();
});

test('it is told again, ever more slowly, until the shop has an answer', async () => {
  const failures = [
    offline(),
    new ApiError(502, 'provider_failed', 'x'),
    new ApiError(429, 'too_many_requests', 'x'),
    ...Array.from({ length: 4 }, offline),
  ];
  const { confirm, tell, onDelay, waits } = setUp(...failures);
  await confirm();
  expect(tell).toHaveBeenCalledTimes(8);
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  expect(onDelay).toHaveBeenCalledTimes(7);
});

test('a refusal is final', async () => {
  const refusal = new ApiError(409, 'conflict', 'The payment was given back');
  const { confirm, tell } = setUp(refusal);
  await expect(confirm()).rejects.toBe(refusal);
  expect(tell).toHaveBeenCalledTimes(1);
});

test('a fault of the page is not hidden behind repeats', async () => {
  const { confirm } = setUp(new TypeError('x is not a function'));
  await expect(confirm()).rejects.toThrow('x is not a function');
});

test('it ends when the page is left', async () => {
  const { confirm, tell, abort } = setUp(...Array.from({ length: 50 }, offline));
  await confirm();
  expect(abort.signal.aborted).toBe(true);
  expect(tell).toHaveBeenCalledTimes(21);
});
