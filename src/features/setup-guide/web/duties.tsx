import { Link } from 'react-router';
import { nameOfCountry } from '#features/addresses/country-rules.ts';
import { type DutyView, getDutiesCall } from '#features/legal/contract.ts';
import { detailsPath } from '#features/shop-details/texts/manage.ts';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { dutyTexts as texts } from '../texts.ts';

/** The query of what the law asks of the shop. */
export const dutiesKey = ['duties'];

/** What the law asks of the shop: what is done and what is missing, each with its source and where it is seen
 * to. */
export function DutyList() {
  const duties = useCall(dutiesKey, getDutiesCall, { refetchOnMount: 'always' });
  const { data, error } = duties;
  // As high in every state, so that what stands below does not move.
  if (!data)
    return (
      <div className="min-h-dvh">
        {error ? <QueryError of={duties} /> : <Skeleton className="h-dvh w-full" />}
      </div>
    );
  const isKnown = data.duties.some(({ source }) => source !== '');
  return (
    <section aria-labelledby="duties" className="rounded-md border border-line bg-surface">
      <div className="space-y-1 p-4 sm:px-6">
        <h2 id="duties" className="text-xl">
          {texts.heading}
        </h2>
        <p className="max-w-prose">
          {texts.lead(nameOfCountry(data.country), texts.customers[data.customers])}{' '}
          <Link to={detailsPath('region')} className="text-link">
            {texts.changeCountry}
          </Link>
        </p>
        <p className="max-w-prose text-sm text-ink-soft">{isKnown ? texts.noAdvice : texts.general}</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {data.duties.map((duty) => (
          <DutyRow key={duty.key} duty={duty} />
        ))}
      </ul>
    </section>
  );
}

const tones = { done: 'good', missing: 'warn', check: undefined } as const;

function DutyRow({ duty: { title, source, since, state, detail, to } }: { duty: DutyView }) {
  const times = useTimes();
  const tone = tones[state];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-60">
        <Link to={to} className="inline-flex min-h-6 text-link font-semibold">
          {title}
        </Link>
        {detail && <p>{detail}</p>}
        <p className="text-sm text-ink-soft wrap-anywhere">
          {[source, since && texts.since(times.day(since))].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Badge {...(tone && { tone })}>{texts.states[state]}</Badge>
    </li>
  );
}
