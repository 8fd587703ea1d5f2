import { useEffect, useRef } from 'react';
import { Form, useSubmit } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** How long typing must pause before the search runs. */
const PAUSE_MS = 250;

/** Search words and category, kept in the page's address. Works by the Search button where scripts do not run. */
export function ToolFilter({
  q,
  category,
  categories,
}: {
  q: string;
  category: string;
  categories: readonly string[];
}) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Going back or following a link changes the words from outside; what is being typed is left alone.
  useEffect(() => {
    if (search.current && document.activeElement !== search.current) search.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Searches. While typing, the address changes in place: going back leaves the page, not one letter. */
  function run({ replace = false } = {}) {
    clearTimeout(timer.current);
    if (form.current) void submit(addressOf(form.current), { replace, preventScrollReset: true });
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
      className="mt-6 grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,220px)_auto]"
    >
      <TextField
        ref={search}
        label="Search tools"
        type="search"
        name="q"
        defaultValue={q}
        maxLength={200}
        placeholder="Name, brand or category"
        autoComplete="off"
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(run, PAUSE_MS, { replace: true });
        }}
      />
      <SelectField
        key={category}
        label="Category"
        name="category"
        defaultValue={category}
        onChange={() => run()}
      >
        <option value="">All categories</option>
        {categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Button type="submit" variant="secondary" icon={<Icon name="search" />}>
        Search
      </Button>
    </Form>
  );
}

/** The form's fields, without the empty ones, as the address is to carry them. */
function addressOf(form: HTMLFormElement): FormData {
  const filter = new FormData(form);
  for (const name of ['q', 'category']) if (!filter.get(name)) filter.delete(name);
  return filter;
}
