import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { UTC } from '#contracts/time-zone.ts';
import { allOrdersKey, purchasesKey } from '#features/fulfilment/web/use-shipping.ts';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { timesIn } from '#ui/moments.ts';
import { type Action, useAction } from '#ui/use-action.ts';
import { getReturnCall, type Return, type ReturnLine } from '../contract.ts';
import { type ReturnReader, type ReturnState, returnStateTable } from '../return-states.ts';
import { returnPath } from './return-paths.ts';

/** A badge with a return's state. */
export function ReturnBadge({ state, reader }: { state: ReturnState; reader: ReturnReader }) {
  const { tone, words } = returnStateTable[state];
  return <Badge tone={tone}>{words[reader]}</Badge>;
}

/** A link to a return by its number. */
export const ReturnLink = ({ of: { _id, number } }: { of: Pick<Return, '_id' | 'number'> }) => (
  <Link
    to={returnPath(_id)}
    className="inline-flex min-h-6 items-center font-semibold tabular-nums underline-offset-4 hover:underline"
  >
    {number}
  </Link>
);

/** Formats a day of the calendar, which is no moment of a time zone. */
export const dayWords = (day: string) => timesIn(UTC).day(day);

/** A malformed id is a 400: for the user it means the same as a missing return. */
export const isMissing = (error: Error | null) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

/** How many units of a line have not arrived. */
export const awaitedOf = ({ quantity, received }: ReturnLine) => quantity - received;

/** Query key prefix for returns, both lists and single ones. */
export const returnsKey = ['returns'];

const returnKey = (id: string) => [...returnsKey, 'one', id];

/** Refetch interval of a return while its page is open: the other side may have acted. */
const LOOK_MS = 30_000;

/** Fetches one return. */
export const useReturn = (id: string) =>
  useCall(returnKey(id), getReturnCall, { params: { id }, refetchInterval: LOOK_MS });

/** An action on a return, which its page and the orders then show. */
export function useReturnChange<Input = void>(
  call: Action<Return, Input>['call'],
): Pick<Action<Return, Input>, 'call' | 'onDone' | 'changes'> {
  const queries = useQueryClient();
  return {
    call,
    onDone: (changed) => queries.setQueryData(returnKey(changed._id), changed),
    changes: [returnsKey, ['orders'], allOrdersKey, purchasesKey],
  };
}

/** Runs such an action. */
export const useReturnAction = <Input = void>(
  call: Action<Return, Input>['call'],
  ending: Omit<Action<Return, Input>, 'call' | 'onDone' | 'changes'> = {},
) => useAction({ ...useReturnChange(call), ...ending });
