import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { familyPath } from '#features/catalogue/rules.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { familyTexts as texts } from '../page-texts.ts';
import { everyMember } from './family-choice.ts';
import { familyQuery } from './family-query.ts';
import { MembersTable } from './members-table.tsx';

type SiblingsTableProps = { toolId: string; family: { _id: string; name: string } };

/** The table of a tool's family, on the tool's own page. Loaded in the browser; where the shop does not answer,
 * the link to the family's page remains. */
export function SiblingsTable({ toolId, family }: SiblingsTableProps) {
  const id = useId();
  const { data, isPending } = useQuery(
    { ...familyQuery(family._id, everyMember), enabled: !import.meta.env.SSR },
    publicQueries,
  );
  return (
    <section aria-labelledby={id} className="mt-12 lg:mt-16">
      <h2 id={id} className="mb-1 text-xl">
        {texts.siblings}
      </h2>
      <p className="mb-4">
        <Link to={familyPath(family)} className="text-link wrap-anywhere">
          <SavedText text={texts.allSizes(family.name)} />
        </Link>
      </p>
      {isPending && <Skeleton className="h-64 noscript:hidden" />}
      {data && <MembersTable family={data.family} current={toolId} />}
    </section>
  );
}
