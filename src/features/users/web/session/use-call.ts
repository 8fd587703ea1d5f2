import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Call, Reply } from '#contracts/call.ts';
import type { Input } from '#ui/client/api-client.ts';
import { useSession } from './session.tsx';

type Options<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, 'queryKey' | 'queryFn'>;

/** Makes a call in the user's name, as the query with this key; takes the query's options too. */
export function useCall<C extends Call, Data = Reply<C>>(
  queryKey: QueryKey,
  call: C,
  input: Input<C> & Options<Reply<C>, Data>,
) {
  const { api } = useSession();
  return useQuery({ ...input, queryKey, queryFn: ({ signal }) => api.call(call, { ...input, signal }) });
}
