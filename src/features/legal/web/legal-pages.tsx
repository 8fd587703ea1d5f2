import { Link } from 'react-router';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { listManagedLegalCall, type ManagedLegal } from '../contract.ts';
import { legalScreenTexts as texts } from '../texts.ts';

/** The query of all legal pages for their editors. */
export const managedLegalKey = ['managed legal'];

/** The legal pages that the shop offers, each with its state and a link to its text. */
export function LegalPages() {
  const pages = useCall(managedLegalKey, listManagedLegalCall, { refetchOnMount: 'always' });
  const { data, error } = pages;
  return (
    <section aria-labelledby="legal-pages" className="rounded-md border border-line bg-surface">
      <div className="p-4 sm:px-6">
        <h2 id="legal-pages" className="text-xl">
          {texts.heading}
        </h2>
        <p className="mt-1 max-w-prose text-ink-soft">{texts.lead}</p>
      </div>
      {!data && (
        <div className="min-h-72 px-4 sm:px-6">
          {error ? <QueryError of={pages} /> : <Skeleton className="h-72 w-full" />}
        </div>
      )}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {data?.pages.map((page) => (
          <li
            key={page.page}
            className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6"
          >
            <span className="min-w-0 flex-1 font-semibold">{page.title}</span>
            <PageState {...page} />
            <Link
              to={`/dashboard/legal/${page.page}`}
              aria-label={texts.edit(page.title)}
              className="inline-flex min-h-11 items-center text-link"
            >
              {texts.editShort}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PageState({ published, version }: Pick<ManagedLegal['pages'][number], 'published' | 'version'>) {
  if (published !== null) return <Badge tone="good">{texts.states.published}</Badge>;
  return <Badge>{version > 0 ? texts.states.saved : texts.states.draft}</Badge>;
}
