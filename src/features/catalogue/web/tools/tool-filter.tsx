import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { toolsTexts } from '#features/catalogue/texts/tools.ts';
import { LIST_FORM_ID } from '#features/catalogue/web/search/list-form.ts';
import { SelectField } from '#web/ui/field.tsx';
import { fillForm, readForm } from './fill-form.ts';
import { choiceAddress, readChoice, type ToolChoice } from './tool-choice.ts';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 250;

/**
 * The form of the list, kept in the page's address: sort, (children) the filters, and the words in the navigation bar's
 * search box, which belongs to it. A change of a filter counts at once; without scripts the buttons send the form. Its
 * parts take their places in the page's own grid. `choice` is what the reader has asked for last.
 */
export function ToolFilter({ choice, children }: { choice: ToolChoice; children: ReactNode }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const asked = useRef(choice);

  /**
   * Searches. While typing, the address changes in place: going back leaves the page, not one letter. Other words lead to
   * the beginning of their list, a filter leaves the reader where they are.
   */
  const run = useRef(({ replace = false } = {}) => {
    clearTimeout(timer.current);
    if (!form.current?.reportValidity()) return;
    const wanted = readChoice(readForm(form.current));
    const before = asked.current;
    if (choiceAddress(wanted) === choiceAddress(before)) return;
    asked.current = wanted;
    void navigate(choiceAddress(wanted), { replace, preventScrollReset: wanted.q === before.q });
  });

  // The search box stands in another part of the page, whose events React does not bring here.
  useEffect(() => {
    const words = form.current?.elements.namedItem('q');
    if (!(words instanceof HTMLInputElement)) return;
    const onInput = () => {
      isTyping.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(run.current, PAUSE_MS, { replace: true });
    };
    const onBlur = () => run.current();
    // What was typed while the page was on its way.
    if (words === document.activeElement && words.value.trim() !== asked.current.q) onInput();
    words.addEventListener('input', onInput);
    words.addEventListener('blur', onBlur);
    return () => {
      clearTimeout(timer.current);
      words.removeEventListener('input', onInput);
      words.removeEventListener('blur', onBlur);
    };
  }, []);

  // While something is being typed, what was found a letter ago must not undo it.
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

/** Whether a field is typed into: it counts when it is left or sent, not at each letter. */
function isTyped(field: EventTarget): boolean {
  return field instanceof HTMLInputElement && field.type !== 'radio' && field.type !== 'checkbox';
}
