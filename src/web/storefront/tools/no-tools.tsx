import { toolsTexts } from '#texts/tools.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { choiceAddress, type ToolChoice, withoutFilters } from './tool-choice.ts';

/** What stands where no tool was found, with the ways on. `isFiltered`: a filter is on, not words alone. */
export function NoTools({ choice, isFiltered }: { choice: ToolChoice; isFiltered: boolean }) {
  if (!isFiltered && !choice.q) return <EmptyState title={toolsTexts.none} />;
  return (
    <EmptyState title={toolsTexts.noMatch}>
      <p>{isFiltered ? toolsTexts.looserFilters : toolsTexts.otherWords}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {isFiltered && choice.q && (
          <LinkButton to={choiceAddress(withoutFilters(choice))} variant="secondary">
            {toolsTexts.clearFilters}
          </LinkButton>
        )}
        <LinkButton to="/tools" variant="secondary">
          {toolsTexts.showAll}
        </LinkButton>
      </div>
    </EmptyState>
  );
}
