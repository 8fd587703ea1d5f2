import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { choiceAddress, type ToolChoice, withoutFilters } from './tool-choice.ts';

/** What stands where no tool was found, with the ways on. `isFiltered`: a filter is on, not words alone. */
export function NoTools({ choice, isFiltered }: { choice: ToolChoice; isFiltered: boolean }) {
  if (!isFiltered && !choice.q) return <EmptyState title="There are no tools in the shop yet" />;
  return (
    <EmptyState title="No tool matches your search">
      <p>
        {isFiltered
          ? 'Take off a filter, or look for a shorter word.'
          : 'Look for a shorter word, a brand or another category.'}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {isFiltered && choice.q && (
          <LinkButton to={choiceAddress(withoutFilters(choice))} variant="secondary">
            Clear filters
          </LinkButton>
        )}
        <LinkButton to="/tools" variant="secondary">
          Show all tools
        </LinkButton>
      </div>
    </EmptyState>
  );
}
