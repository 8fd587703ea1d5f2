import { Link } from 'react-router';
import { toolsTexts } from '#features/search/texts.ts';
import { LinkButton } from '#ui/button.tsx';
import { useShop } from '#ui/client/load-context.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { telephoneLink } from '#ui/telephone-link.ts';
import { choiceAddress, type ToolChoice, withoutFilters } from './tool-choice.ts';

/** Shown if no tool was found, with suggestions: fewer filters, a category, a phone call. `isFiltered`: a
 * filter is active. */
export function NoTools({
  choice,
  isFiltered,
  categories,
}: {
  choice: ToolChoice;
  isFiltered: boolean;
  categories: readonly string[];
}) {
  const { phone } = useShop();
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
      {categories.length > 0 && (
        <nav aria-label={toolsTexts.browse} className="mt-6">
          <p>{toolsTexts.browse}</p>
          <ul className="mt-1 flex flex-wrap justify-center gap-x-5">
            {categories.map((category) => (
              <li key={category}>
                <Link
                  to={`/tools?${new URLSearchParams({ category })}`}
                  className="text-link inline-flex min-h-11 items-center"
                >
                  {category}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className="mt-3">
        {toolsTexts.orCall}{' '}
        <a
          href={telephoneLink(phone)}
          className="text-link inline-flex min-h-11 items-center whitespace-nowrap"
        >
          {phone}
        </a>
      </p>
    </EmptyState>
  );
}
