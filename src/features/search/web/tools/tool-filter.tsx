import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';
import { toolsTexts } from '#features/search/texts.ts';
import { classNames } from '#ui/class-names.ts';
import { SelectField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { LIST_FORM_ID } from '../search-shortcut.ts';
import { choiceAddress, chosenIn, readChoice, type ToolChoice } from './tool-choice.ts';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 250;

/** The list's form, whose state is stored in the URL: sort, the filters (children), and the navigation bar's
 * search box. A filter applies at once; without scripts the buttons submit the form. `choice` is the user's
 * latest choice. */
export function ToolFilter({ choice, children }: { choice: ToolChoice; children: ReactNode }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const asked = useRef(choice);

  /** While typing, the URL is replaced, so that going back leaves the page instead of removing one letter.
   * Other search texts scroll to the start of their list, filters preserve the scroll position. */
  const run = useRef(({ replace = false } = {}) => {
    clearTimeout(timer.current);
    if (!form.current?.reportValidity()) return;
    const wanted = readChoice(readForm(form.current));
    const before = asked.current;
    if (choiceAddress(wanted) === choiceAddress(before)) return;
    asked.current = wanted;
    void navigate(choiceAddress(wanted), { replace, preventScrollReset: wanted.q === before.q });
  });

  // The search box is in another part of the page, whose events don't reach this component through React.
  useEffect(() => {
    const words = form.current?.elements.namedItem('q');
    if (!(words instanceof HTMLInputElement)) return;
    const onInput = () => {
      isTyping.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(run.current, PAUSE_MS, { replace: true });
    };
    const onBlur = () => run.current();
    // Text typed before the page was hydrated.
    if (words === document.activeElement && words.value.trim() !== asked.current.q) onInput();
    words.addEventListener('input', onInput);
    words.addEventListener('blur', onBlur);
    return () => {
      clearTimeout(timer.current);
      words.removeEventListener('input', onInput);
      words.removeEventListener('blur', onBlur);
    };
  }, []);

  // While the user types, results for an earlier text must not overwrite it.
  useEffect(() => {
    if (!form.current) return;
    const isFilled = formAddress(form.current) === choiceAddress(choice);
    if (isTyping.current && !isFilled) return;
    isTyping.current = false;
    asked.current = choice;
    fillForm(form.current, choice);
  }, [choice]);

  return (
    <form
      ref={form}
      id={LIST_FORM_ID}
      action="/tools"
      onSubmit={(event) => {
        event.preventDefault();
        run.current();
      }}
      onInput={({ target }) => {
        isTyping.current = isTyped(target);
      }}
      onChange={({ target }) => {
        if (!isTyped(target)) run.current();
      }}
      onBlur={({ target }) => {
        if (isTyped(target)) run.current();
      }}
      className="contents"
    >
      <SelectField label={toolsTexts.sort} name="sort" defaultValue={choice.sort} className="sort-field">
        <option value="">{choice.q ? toolsTexts.relevance : toolsTexts.newest}</option>
        {choice.q && <option value="newest">{toolsTexts.newest}</option>}
        <option value="price">{toolsTexts.priceUp}</option>
        <option value="-price">{toolsTexts.priceDown}</option>
        <option value="rating">{toolsTexts.byRating}</option>
      </SelectField>
      {children}
    </form>
  );
}

function formAddress(form: HTMLFormElement): string {
  return choiceAddress(readChoice(readForm(form)));
}

/** Whether a field takes typed text: it applies on blur or submit, not on each letter. */
function isTyped(field: EventTarget): boolean {
  return field instanceof HTMLInputElement && field.type !== 'radio' && field.type !== 'checkbox';
}

/** Fills a form from a choice, which going back, a chip or a link may change. A space just typed at the end
 * is preserved. */
function fillForm(form: HTMLFormElement, choice: ToolChoice): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    const chosen = chosenIn(choice, field.name);
    if (!chosen) continue;
    if (field.type === 'checkbox') {
      (field as HTMLInputElement).checked = chosen.includes(field.value);
    } else if (field.type === 'radio') {
      (field as HTMLInputElement).checked = chosen[0] === field.value;
    } else if (field !== document.activeElement || field.value.trim() !== chosen[0]) {
      field.value = chosen[0] ?? '';
    }
  }
}

function readForm(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.append(name, value);
  return query;
}

/** Returns the choice whose list is loading, else `shown`. Another change starts from it, so that neither is
 * lost. */
export function useAskedChoice(shown: ToolChoice): ToolChoice {
  const { location } = useNavigation();
  const coming = location?.pathname === '/tools' ? location.search : undefined;
  return useMemo(
    () => (coming === undefined ? shown : readChoice(new URLSearchParams(coming))),
    [coming, shown],
  );
}

const views = [
  { view: '', icon: 'cards', label: toolsTexts.viewCards },
  { view: 'rows', icon: 'rows', label: toolsTexts.viewRows },
] as const;

/** Switches between the list's two layouts; on a phone it shows only the other one. The form around it
 * preserves the view when submitted. */
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
