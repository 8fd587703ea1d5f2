import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addBrandCall,
  addCategoryCall,
  type Category,
  deleteBrandCall,
  deleteCategoryCall,
  editBrandCall,
  editCategoryCall,
  getBrandsCall,
  getCategoriesCall,
  mergeBrandCall,
  mergeCategoryCall,
  type NewTaxon,
  type TaxonEdit,
  type TaxonKind,
} from '#features/catalogue/taxonomy/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { ApiClient } from '#web/client/api-client.ts';

/** A category, or a brand, which is under no other. */
export type Taxon = Category;
export type Taxonomy = Record<TaxonKind, Taxon[]>;

const queryKey = ['tools', 'taxonomy'];

/** All categories and brands, each in their order. */
export function useTaxonomy() {
  const { api } = useSession();
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Taxonomy> => {
      const [category, brands] = await Promise.all([
        api.call(getCategoriesCall, { signal }),
        api.call(getBrandsCall, { signal }),
      ]);
      return { category, brand: brands.map((brand) => ({ ...brand, parent: null })) };
    },
  });
}

/** The calls that change a kind. */
const callsOf = (api: ApiClient) => ({
  category: {
    add: (body: NewTaxon) => api.call(addCategoryCall, { body }),
    edit: (id: string, body: TaxonEdit) => api.call(editCategoryCall, { params: { id }, body }),
    merge: (id: string, into: string) => api.call(mergeCategoryCall, { params: { id }, body: { into } }),
    remove: (id: string) => api.call(deleteCategoryCall, { params: { id } }),
  },
  brand: {
    add: (body: NewTaxon) => api.call(addBrandCall, { body }),
    edit: (id: string, body: TaxonEdit) => api.call(editBrandCall, { params: { id }, body }),
    merge: (id: string, into: string) => api.call(mergeBrandCall, { params: { id }, body: { into } }),
    remove: (id: string) => api.call(deleteBrandCall, { params: { id } }),
  },
});

type Calls = ReturnType<typeof callsOf>[TaxonKind];

/** A change of a kind, one at a time, after which everything is fetched again. */
export function useTaxonChange<Input>(
  kind: TaxonKind,
  change: (calls: Calls, input: Input) => Promise<unknown>,
) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'taxonomy' },
    mutationFn: (input: Input) => change(callsOf(api)[kind], input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
}

/** Shows a kind in another order, until it is fetched again. */
export function useShowOrder(kind: TaxonKind) {
  const queries = useQueryClient();
  return (taxons: Taxon[]) =>
    queries.setQueryData<Taxonomy>(queryKey, (shown) => shown && { ...shown, [kind]: taxons });
}
