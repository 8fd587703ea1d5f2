import { Link } from 'react-router';
import type { Overview } from '#features/overview/contract.ts';
import { overviewTexts as texts } from '#features/overview/texts.ts';
import { formatCount } from '#texts/locale.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { formatChange } from './format.ts';
import { FigureTable, Panel } from './panel.tsx';

/** How many visits became views, orders, and paid orders, as bars. */
export function VisitsToOrders({ overview: { days, visits, sales } }: { overview: Overview }) {
  const { began, lists, tools, placed, wholeDays } = visits;
  const paid = sales.orders;
  const counts = { began, lists, tools, placed, paid };
  const change = (step: 'began' | 'lists' | 'tools' | 'placed') =>
    formatChange(wholeDays[step], wholeDays.previous[step], days);
  const changes = {
    began: change('began'),
    lists: change('lists'),
    tools: change('tools'),
    placed: change('placed'),
    paid: formatChange(paid, sales.previous.orders, days),
  };
  const most = Math.max(...Object.values(counts));
  return (
    <Panel id="visits" title={texts.fromVisits} summary={texts.fromVisitsSummary(began, placed, paid)}>
      {began + lists + tools === 0 ? (
        <EmptyState title={texts.noVisits} />
      ) : (
        <ol className="space-y-3">
          {(Object.keys(counts) as (keyof typeof counts)[]).map((step) => (
            <li key={step}>
              <div className="flex items-baseline justify-between gap-4">
                <span>{texts.steps[step]}</span>
                <span className="font-semibold tabular-nums">{formatCount(counts[step])}</span>
              </div>
              <svg aria-hidden="true" className="mt-1 block h-2 w-full">
                <rect width={`${(counts[step] / most) * 100}%`} height="100%" className="chart-bar" />
              </svg>
              {changes[step] !== '' && <p className="mt-1 text-sm text-ink-soft">{changes[step]}</p>}
            </li>
          ))}
        </ol>
      )}
      <details className="mt-4">
        <summary className="text-link inline-flex min-h-6 items-center text-sm">{texts.whatCounts}</summary>
        <div className="mt-2 max-w-prose space-y-2 text-sm text-ink-soft">
          {texts.howCounted.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </details>
    </Panel>
  );
}

/** Searches without results, most frequent first. */
export function FruitlessSearches({ of: { count, searches } }: { of: Overview['fruitlessSearches'] }) {
  const empty = count === 0 && <EmptyState title={texts.emptyFruitless}>{texts.fruitlessRule}</EmptyState>;
  return (
    <Panel title={texts.fruitless} summary={texts.fruitlessSummary(count)} empty={empty}>
      <FigureTable
        caption={texts.fruitless}
        heads={[texts.searchedFor, texts.searches]}
        rows={searches.map(({ words, times }) => ({
          key: words,
          cells: [
            <Link key="words" to={`/tools?${new URLSearchParams({ q: words })}`} className="hover:underline">
              <SavedText text={words} />
            </Link>,
            formatCount(times),
          ],
        }))}
      />
      <p className="mt-4 max-w-prose text-sm text-ink-soft">{texts.fruitlessRule}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton to="/dashboard/addtool" variant="secondary">
          {texts.addTool}
        </LinkButton>
        <LinkButton to="/dashboard/synonyms" variant="secondary">
          {texts.addSearchWords}
        </LinkButton>
      </div>
    </Panel>
  );
}
