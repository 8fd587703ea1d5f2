import { memo, useEffect, useRef, useState } from 'react';
import { toolsTexts } from '#features/search/texts.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { FilterFields, type FilterFieldsProps } from './filter-fields.tsx';
import { choiceAddress, withoutFilters } from './tool-choice.ts';

interface FilterPanelProps extends FilterFieldsProps {
  activeCount: number;
  /** The number of tools found, in words. */
  hits: string;
  /** Label of the button that shows them: 'Show 23 tools'. */
  showHits: string;
  /** The counts are loading: until then placeholders replace all filters, so that none of them moves. */
  isWaiting: boolean;
}

const loadSheet = () => import('./filter-sheet.tsx');
type Sheet = Awaited<ReturnType<typeof loadSheet>>['FilterSheet'];

/** The filters: beside the list on wide screens, on a phone in a sheet opened by a button. If the sheet's
 * code can't load, for example without scripts, they expand below the button. They are many, and don't
 * re-render while the list loads more. */
export const FilterPanel = memo(function FilterPanel({
  activeCount,
  hits,
  showHits,
  isWaiting,
  ...filters
}: FilterPanelProps) {
  const [Sheet, setSheet] = useState<Sheet>();
  const button = useSheetButton((FilterSheet) => setSheet(() => FilterSheet));
  const fields = (
    <>
      {isWaiting && <WaitingFields />}
      {/* They keep counting while hidden. */}
      <div hidden={isWaiting}>
        <FilterFields {...filters} />
      </div>
    </>
  );
  return (
    <>
      <details className="filter-panel group min-w-0">
        <summary
          ref={button}
          className="filter-button h-11 list-none items-center justify-center gap-2 rounded-md border border-line-strong bg-surface px-3 font-semibold hover:border-ink"
        >
          <Icon name="filter" />
          {activeCount > 0 ? toolsTexts.filtersOn(activeCount) : toolsTexts.filters}
        </summary>
        <h2 className="sr-only max-md:hidden">{toolsTexts.filters}</h2>
        {!Sheet && (
          <div className="filter-scroll max-md:pt-5">
            {fields}
            <Button
              type="submit"
              className="mt-5 w-full md:hidden md:noscript:inline-flex"
              onClick={({ currentTarget }) => currentTarget.closest('details')?.removeAttribute('open')}
            >
              {showHits}
            </Button>
          </div>
        )}
      </details>
      {Sheet && (
        <Sheet
          title={toolsTexts.filters}
          closeLabel={toolsTexts.closeFilters}
          clear={{ to: choiceAddress(withoutFilters(filters.choice)), label: toolsTexts.clearAll }}
          hits={hits}
          showHits={showHits}
          onClose={() => setSheet(undefined)}
        >
          {fields}
        </Sheet>
      )}
    </>
  );
});

function WaitingFields() {
  return (
    <div aria-busy="true" className="space-y-8">
      {[1, 2, 3].map((group) => (
        <div
          key={group}
          className="space-y-4 border-t border-line pt-4 max-md:first:border-t-0 max-md:first:pt-0"
        >
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-40 w-full" />
        </div>
      ))}
    </div>
  );
}

/** Makes the button of the collapsed filters open the sheet, whose code is fetched when the button becomes
 * visible. */
function useSheetButton(onSheet: (sheet: Sheet) => void) {
  const button = useRef<HTMLElement>(null);
  const open = useRef(onSheet);
  useEffect(() => {
    const summary = button.current;
    if (!summary) return;
    if (summary.checkVisibility()) loadSheet().catch(() => undefined);
    const onClick = (event: MouseEvent) => {
      const details = summary.parentElement;
      if (details?.hasAttribute('open')) return;
      event.preventDefault();
      loadSheet().then(
        ({ FilterSheet }) => open.current(FilterSheet),
        () => details?.setAttribute('open', ''),
      );
    };
    summary.addEventListener('click', onClick);
    return () => summary.removeEventListener('click', onClick);
  }, []);
  return button;
}
