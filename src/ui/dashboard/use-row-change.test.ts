import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { patchRows } from './use-row-change.ts';

type Row = { _id: string; hidden: boolean };

const listOf = (row: Row) => ({ pages: [{ rows: [row] }], pageParams: [undefined] });

it('reloads a list that was requested before a row changed', async () => {
  const queries = new QueryClient();
  const shown: Row = { _id: '1', hidden: false };
  queries.setQueryData(['rows', 'all'], listOf(shown));
  const before = Promise.withResolvers<ReturnType<typeof listOf>>();
  const load = vi.fn(() => before.promise);
  const list = new QueryObserver(queries, { queryKey: ['rows', 'words'], queryFn: load });
  const leave = list.subscribe(() => undefined);
  expect(load).toHaveBeenCalledOnce();

  load.mockImplementation(async () => listOf({ ...shown, hidden: true }));
  patchRows<Row>(queries, ['rows'], ['1'], () => ({ hidden: true }));
  before.resolve(listOf(shown));

  const hidden = listOf({ ...shown, hidden: true });
  expect(queries.getQueryData(['rows', 'all'])).toEqual(hidden);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual(hidden));
  expect(load).toHaveBeenCalledTimes(2);
  leave();
  queries.clear();
});

it('does not reload a complete list, which would move rows under the pointer', async () => {
  const queries = new QueryClient();
  const load = vi.fn(async () => listOf({ _id: '1', hidden: false }));
  const list = new QueryObserver(queries, { queryKey: ['rows'], queryFn: load });
  const leave = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  patchRows<Row>(queries, ['rows'], ['1'], () => ({ hidden: true }));
  await vi.waitFor(() => expect(list.getCurrentResult().data).toEqual(listOf({ _id: '1', hidden: true })));
  expect(load).toHaveBeenCalledOnce();
  leave();
  queries.clear();
});
