import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigate } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { fillForm, readForm } from './tools/fill-form.ts';
import { choiceAddress, readChoice, type ToolChoice } from './tools/tool-choice.ts';
import { useAskedChoice } from './tools/use-asked-choice.ts';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 250;

/**
 * The search: words, sort and (children) the filters, kept in the page's address. A change of a filter counts at once;
 * without scripts the buttons send the form. Its parts take their places in the page's own grid.
 */
export function ToolFilter({ choice: shown, children }: { choice: ToolChoice; children: ReactNode }) {
  const choice = useAskedChoice(shown);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const asked = useRef('');

  // While something is being typed, what was found a letter ago must not undo it.
  useEffect(() => {
    if (!form.current) return;
    const isFilled = formAddress(form.current) === choiceAddress(choice);
    if (isTyping.current && !isFilled) return;
    isTyping.current = false;
    asked.current = choiceAddress(choice);
    fillForm(form.current, choice);
  }, [choice]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Searches. While typing, the address changes in place: going back leaves the page, not one letter. */
  function run({ replace = false } = {}) {
    clearTimeout(timer.current);
    if (!form.current?.reportValidity()) return;
    const address = formAddress(form.current);
    if (address === asked.current) return;
    asked.current = address;
    void navigate(address, { replace, preventScrollReset: true });
  }

  return (
    <Form
      ref={form}
      role="search"
      action="/tools"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      onInput={({ target }) => {
        isTyping.current = isTyped(target);
      }}
      onChange={({ target }) => {
        if (!isTyped(target)) run();
      }}
      onBlur={({ target }) => {
        if (isTyped(target)) run();
      }}
      className="contents"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-4 md:col-span-2 md:grid-cols-[minmax(0,1fr)_auto_220px]">
        <TextField
          label="Search tools"
          type="search"
          name="q"
          defaultValue={choice.q}
          maxLength={200}
          placeholder="Name, brand or category"
          autoComplete="off"
          onInput={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(run, PAUSE_MS, { replace: true });
          }}
        />
        <Button type="submit" variant="secondary" icon={<Icon name="search" />}>
          Search
        </Button>
        <SelectField label="Sort by" name="sort" defaultValue={choice.sort} className="max-md:col-span-2">
          <option value="">{choice.q ? 'Relevance' : 'Newest'}</option>
          {choice.q && <option value="newest">Newest</option>}
          <option value="price">Price: low to high</option>
          <option value="-price">Price: high to low</option>
          <option value="rating">Rating</option>
        </SelectField>
      </div>
      {children}
    </Form>
  );
}

function formAddress(form: HTMLFormElement): string {
  return choiceAddress(readChoice(readForm(form)));
}

/** Whether a field is typed into: it counts when it is left or sent, not at each letter. */
function isTyped(field: EventTarget): boolean {
  return field instanceof HTMLInputElement && field.type !== 'radio' && field.type !== 'checkbox';
}
