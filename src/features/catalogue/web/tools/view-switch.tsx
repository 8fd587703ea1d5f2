import { Link } from 'react-router';
import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { choiceAddress, type ToolChoice } from './tool-choice.ts';

const views = [
  { view: '', icon: 'cards', label: toolsTexts.viewCards },
  { view: 'rows', icon: 'rows', label: toolsTexts.viewRows },
] as const;

/**
 * The two ways to show the list, kept in its address; on a phone only the other one of them. The form that it stands in keeps
 * the view too when something else is sent.
 */
export function ViewSwitch({ choice }: { choice: ToolChoice }) {
  return (
    <nav aria-label={toolsTexts.view} className="view-switch flex">
      <input type="hidden" name="view" defaultValue={choice.view} />
      {views.map(({ view, icon, label }) => {
        const isCurrent = choice.view === view;
        return (
          <Link
            key={view}
            to={choiceAddress({ ...choice, view })}
            preventScrollReset
            aria-label={label}
            aria-current={isCurrent || undefined}
            title={label}
            className={classNames(
              'inline-flex size-11 items-center justify-center rounded-md border max-md:border-line-strong',
              isCurrent
                ? 'border-line-strong bg-surface max-md:hidden'
                : 'border-transparent text-ink-soft hover:text-ink max-md:bg-surface',
            )}
          >
            <Icon name={icon} />
          </Link>
        );
      })}
    </nav>
  );
}
