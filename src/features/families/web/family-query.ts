import { queryOptions } from '@tanstack/react-query';
import type { openingHeaders } from '#features/catalogue/rules.ts';
import { publicApi } from '#ui/client/api-client.ts';
import type { FamilyDetails } from '../contract.ts';
import { type FamilyChoice, memberQuery } from './family-choice.ts';

/** A family with a page of its members, how many are found in all, and where they continue. */
export type FamilyPage = { family: FamilyDetails; total: number; nextCursor: string | undefined };

/** Converts the client's answer. */
export const toFamilyPage = (answer: {
  rows: FamilyDetails;
  total: number | undefined;
  nextCursor: string | undefined;
}): FamilyPage => ({
  family: answer.rows,
  total: answer.total ?? answer.rows.members.length,
  nextCursor: answer.nextCursor,
});

/** The query of a family's members, as its page makes it. */
export const familyQuery = (id: string, choice: FamilyChoice, headers?: typeof openingHeaders) =>
  queryOptions({
    queryKey: ['family', id, memberQuery(choice)],
    queryFn: async ({ signal }): Promise<FamilyPage> =>
      toFamilyPage(
        await publicApi.list(
          import('../contract.ts').then((calls) => calls.getFamilyCall),
          { params: { id }, query: memberQuery(choice), headers, signal },
        ),
      ),
  });
