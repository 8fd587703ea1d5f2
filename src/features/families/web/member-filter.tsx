import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import type { FamilyColumn, FamilyDetails } from '../contract.ts';
import { memberFilterTexts as texts } from '../page-texts.ts';
import {
  type ColumnRange,
  type FamilyChoice,
  familyAddress,
  rangeIn,
  toggleFilter,
  valueFilter,
  withRange,
} from './family-choice.ts';

/** As many values are chips side by side; a column of more numbers has a range. */
const MOST_CHIPS = { texts: 12, numbers: 5 };

/** With fewer members, the table is seen as a whole. */
const FEWEST_MEMBERS = 6;

type FilterProps = { family: FamilyDetails; choice: FamilyChoice };

/** The filters of a family's table: chips for the values of a column, a range for one of many numbers. Without
 * scripts the chips are plain links. Columns of too many texts have none. */
export function MemberFilter({ family, choice }: FilterProps) {
  const offered = family.columns.filter(isOffered);
  if (family.memberCount < FEWEST_MEMBERS || offered.length === 0) return null;
  return (
    <details className="member-filter" open={choice.spec.length > 0 || undefined}>
      <summary className="inline-flex min-h-11 items-center gap-2 font-semibold md:hidden">
        <Icon name="filter" className="size-5" />
        {texts.heading}
      </summary>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        {offered.map((column) =>
          hasChips(column) ? (
            <ValueChips key={column.label} family={family} choice={choice} column={column} />
          ) : (
            <RangeFields key={column.label} family={family} choice={choice} column={column} />
          ),
        )}
      </div>
    </details>
  );
}

const hasChips = ({ valueCount, isNumeric }: FamilyColumn) =>
  valueCount <= (isNumeric ? MOST_CHIPS.numbers : MOST_CHIPS.texts);

const isOffered = (column: FamilyColumn) =>
  column.valueCount > 1 && (hasChips(column) || (column.isNumeric && column.values.length > 0));

function ValueChips({ family, choice, column }: FilterProps & { column: FamilyColumn }) {
  return (
    <fieldset>
      <legend className="label-caps mb-1.5 text-ink-soft">
        <SavedText text={column.label} />
      </legend>
      <ul className="flex flex-wrap gap-1.5">
        {column.values.map((value) => {
          const filter = valueFilter(column, value);
          return (
            <li key={value}>
              <Link
                to={familyAddress(family, toggleFilter(choice, filter))}
                preventScrollReset
                aria-current={choice.spec.includes(filter) || undefined}
                className="inline-flex min-h-8 items-center rounded-md border border-line-strong bg-surface px-2.5 text-sm tabular-nums hover:border-ink aria-current:border-ink aria-current:bg-ink aria-current:text-paper"
              >
                <SavedText text={value} />
              </Link>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function RangeFields({ family, choice, column }: FilterProps & { column: FamilyColumn }) {
  const navigate = useNavigate();
  const range = rangeIn(choice, column);
  const end = (name: keyof ColumnRange, label: string) => (
    <select
      aria-label={label}
      value={range[name]}
      onChange={({ target }) =>
        void navigate(familyAddress(family, withRange(choice, column, { ...range, [name]: target.value })), {
          preventScrollReset: true,
        })
      }
      className="h-8 rounded-md border border-line-strong bg-surface px-2 text-sm tabular-nums hover:border-ink"
    >
      <option value="">{name === 'from' ? texts.from : texts.to}</option>
      {column.values.map((value) => (
        <option key={value} value={value}>
          {value}
        </option>
      ))}
    </select>
  );
  return (
    <fieldset className="noscript:hidden">
      <legend className="label-caps mb-1.5 text-ink-soft">
        <SavedText text={column.label} />
      </legend>
      <div className="flex items-center gap-1.5">
        {end('from', texts.fromOf(column.label))}
        <span aria-hidden="true">–</span>
        {end('to', texts.toOf(column.label))}
      </div>
    </fieldset>
  );
}

/** A chip for each active filter that removes it, and one link that clears all. */
export function ActiveFilters({ family, choice }: FilterProps) {
  const list = useRef<HTMLUListElement>(null);
  const wasInside = useRef(false);
  // The pressed chip is gone: moves the focus to the next one, instead of losing it to the top of the page.
  useEffect(() => {
    if (!wasInside.current || document.activeElement !== document.body) return;
    wasInside.current = false;
    list.current?.querySelector('a')?.focus();
  });
  if (choice.spec.length === 0) return null;
  return (
    <ul ref={list} aria-label={texts.active} className="flex flex-wrap items-center gap-2">
      {choice.spec.map((filter) => {
        const label = filterWords(filter, family.columns);
        return (
          <li key={filter}>
            <Link
              to={familyAddress(family, toggleFilter(choice, filter))}
              preventScrollReset
              aria-label={texts.remove(label)}
              onClick={() => {
                wasInside.current = true;
              }}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 text-sm hover:border-ink"
            >
              <span className="wrap-anywhere">
                <SavedText text={label} />
              </span>
              <Icon name="close" className="size-4 shrink-0" />
            </Link>
          </li>
        );
      })}
      <li>
        <Link
          to={familyAddress(family, { ...choice, spec: [], after: '' })}
          preventScrollReset
          className="text-link inline-flex min-h-8 items-center px-1 text-sm font-semibold"
        >
          {texts.clear}
        </Link>
      </li>
    </ul>
  );
}

/** 'Finish: Chrome', 'Width, mm: 8 – 12'. */
function filterWords(filter: string, columns: readonly FamilyColumn[]): string {
  const column = columns.find(({ label }) => filter.startsWith(`${label}:`));
  if (!column) return filter;
  const value = filter.slice(column.label.length + 1);
  const [from = '', to = ''] = value.split('..');
  if (!column.isNumeric || !value.includes('..')) return texts.value(column.label, value);
  if (!to) return texts.rangeFrom(column.label, from);
  return from ? texts.range(column.label, from, to) : texts.rangeTo(column.label, to);
}
