import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SafetyFacts } from '#contracts/product-safety.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ApiClient } from '#ui/client/api-client.ts';
import { type Category, type NewTaxon, type TaxonEdit, type TaxonKind, taxonCalls } from '../contract.ts';

/** A category, or a brand (which has no parent, but facts about the safety of its tools). */
export type Taxon = Category & Partial<SafetyFacts>;
export type Taxonomy = Record<TaxonKind, Taxon[]>;

const queryKey = ['tools', 'taxonomy'];

/** Loads all categories and brands, each in order. */
export function useTaxonomy() {
  const { api } = useSession();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Taxonomy> => {
      const [category, brands] = await Promise.all([
        api.call(taxonCalls.category.list, { signal }),
        api.call(taxonCalls.brand.list, { signal }),
      ]);
      return { category, brand: brands.map((brand) => ({ ...brand, parent: null, isReturnable: true })) };
    },
  });
}

/** Returns the calls that change a kind. */
function changesOf(api: ApiClient, kind: TaxonKind) {
  const calls = taxonCalls[kind];
  return {
    add: (body: NewTaxon) => api.call(calls.add, { body }),
    edit: (id: string, body: TaxonEdit) => api.call(calls.edit, { params: { id }, body }),
    merge: (id: string, into: string) => api.call(calls.merge, { params: { id }, body: { into } }),
    remove: (id: string) => api.call(calls.remove, { params: { id } }),
  };
}

type Changes = ReturnType<typeof changesOf>;

/** Runs one change of a kind at a time, and then reloads everything. */
export function useTaxonChange<Input>(
  kind: TaxonKind,
  change: (calls: Changes, input: Input) => Promise<unknown>,
) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'taxonomy' },
    mutationFn: (input: Input) => change(changesOf(api, kind), input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
}

/** Shows a kind in another order until it is reloaded. */
export function useShowOrder(kind: TaxonKind) {
  const queries = useQueryClient();
  return (taxons: Taxon[]) =>
    queries.setQueryData<Taxonomy>(queryKey, (shown) => shown && { ...shown, [kind]: taxons });
}
