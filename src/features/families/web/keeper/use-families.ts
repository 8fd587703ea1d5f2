import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { nameKey } from '#contracts/text.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import type { ApiClient } from '#ui/client/api-client.ts';
import { useAddressValue } from '#ui/dashboard/list-controls.tsx';
import {
  getManagedFamilyCall,
  type ListedFamily,
  listManagedFamiliesCall,
  type ManagedFamily,
} from '../../contract.ts';

/** The query key of all families; those of tools begin alike, since each shows the other. */
export const familiesKey = ['tools', 'families'];

/** Loads the first families by name that words find, to suggest them. */
export function useFamilies(q = '') {
  const { api } = useSession();
  return useQuery({
    queryKey: [...familiesKey, 'suggested', q],
    queryFn: ({ signal }) => api.call(listManagedFamiliesCall, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
}

/** Returns the family with a name, compared without case and spacing; `undefined` if there is none. */
export async function findFamilyNamed(api: ApiClient, name: string): Promise<ListedFamily | undefined> {
  const families = await api.call(listManagedFamiliesCall, { query: { q: name.trim() } });
  return families.find((family) => nameKey(family.name) === nameKey(name));
}

const keyOf = (id: string) => [...familiesKey, id];

/** Loads a family with its members in order. */
export const useManagedFamily = (id: string, { enabled = true } = {}) =>
  useCall(keyOf(id), getManagedFamilyCall, { params: { id }, enabled });

/** Returns a function that shows a family as a call has answered it, and reloads what shows its tools. */
export function useShowFamily() {
  const queries = useQueryClient();
  return (family: ManagedFamily) => {
    queries.setQueryData(keyOf(family._id), family);
    return queries.invalidateQueries({ queryKey: ['tools'] });
  };
}

/** A filter of Manage Tools by family, whose id is in the page's address. It offers the first families by
 * name, and the one that is chosen. */
export function useFamilyChoice(label: string, all: string) {
  const [value, onChange] = useAddressValue('family');
  const { data: families = [] } = useFamilies();
  const chosen = families.find(({ _id }) => _id === value);
  const { data: loaded } = useManagedFamily(value, { enabled: value !== '' && !chosen });
  const options = Object.fromEntries(families.map(({ _id, name }) => [_id, name]));
  if (value && !chosen) options[value] = loaded?.name ?? '…';
  return { name: 'family', label, options: { '': all, ...options }, value, onChange };
}
