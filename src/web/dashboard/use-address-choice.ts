import { useSearchParams } from 'react-router';

/**
 * A choice that is kept in the page's address under `name`: one of `values`, else empty. Choosing the empty one takes it
 * out of the address again.
 */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly Value[],
): [Value | undefined, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const chosen = values.find((value) => value === search.get(name));
  const choose = (value: string) =>
    setSearch(
      (current) => {
        if (value) current.set(name, value);
        else current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [chosen, choose];
}
