import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { z } from 'zod/mini';
import type { Tool } from '#features/catalogue/contract.ts';
import { listManagedToolsCall } from '#features/catalogue/managed-contract.ts';
import { readPartNumbers } from '#features/families/part-number-rules.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  getLinksCall,
  type LinkField,
  linkFields,
  MAX_LINKS,
  type ManagedLinks,
  type NewLinks,
  setLinksCall,
} from '../contract.ts';
import { linkFormTexts as texts } from '../texts.ts';

const MOST_FOUND = 5;

/** The links of a tool to others, added and removed immediately: they are not part of what Save sends, and
 * change no version of the tool. */
export function LinksForm({ toolId }: { toolId: string }) {
  const links = useCall(['links', toolId], getLinksCall, { params: { id: toolId } });
  return (
    <section aria-labelledby="links" className="mt-12 border-t border-line pt-8">
      <h2 id="links" className="text-xl">
        {texts.heading}
      </h2>
      <p className="mt-2 text-ink-soft">{texts.introduction}</p>
      <QueryError of={links} />
      {links.data && (
        <div className="mt-6 grid gap-x-12 gap-y-10 lg:grid-cols-2">
          {linkFields.map((field) => (
            <LinksOfKind key={field} toolId={toolId} field={field} links={links.data} />
          ))}
        </div>
      )}
    </section>
  );
}

type KindProps = { toolId: string; field: LinkField; links: ManagedLinks };

function LinksOfKind({ toolId, field, links }: KindProps) {
  const headingId = useId();
  const save = useSaveLinks(toolId);
  const [isPasting, setIsPasting] = useState(false);
  const tools = [links[field] ?? []].flat();
  const ids = tools.map(({ _id }) => _id);
  const saving = useAction({
    call: ({ to }: { to: string[]; done: string }) => save(toBody(field, to)),
    onRefused: 'shown',
    done: (_saved, { done }) => done,
  });
  const most = field === 'replacedBy' ? 1 : MAX_LINKS;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="text-lg">
        {texts.headings[field]}
      </h3>
      <p className="mt-1 max-w-prose text-ink-soft">{texts.lead[field]}</p>
      {tools.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {tools.map(({ _id, name, part_number, state }) => (
            <li key={_id} className="flex items-center gap-4 py-2">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">
                  <SavedText text={name} />
                </span>
                {part_number && <span className="block text-sm text-ink-soft">{part_number}</span>}
              </span>
              {state !== 'for_sale' && <Badge tone="warn">{texts.states[state]}</Badge>}
              <Button
                variant="quiet"
                size="sm"
                icon="trash"
                aria-label={texts.remove(name)}
                disabled={saving.isPending}
                onClick={() =>
                  saving.mutate({ to: ids.filter((id) => id !== _id), done: texts.removed(name) })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {saving.error && <ErrorState message={saving.error.message} />}
      {tools.length < most ? (
        <>
          <ToolFinder
            except={[toolId, ...ids]}
            onTool={(tool) => saving.mutate({ to: [...ids, tool._id], done: texts.added(tool.name) })}
          />
          <Button variant="quiet" size="sm" className="mt-2 -ml-3" onClick={() => setIsPasting(true)}>
            {texts.paste}
          </Button>
        </>
      ) : (
        most > 1 && <p className="mt-4 text-ink-soft">{texts.full(most)}</p>
      )}
      <Dialog
        open={isPasting}
        onClose={() => setIsPasting(false)}
        title={`${texts.headings[field]}: ${texts.paste}`}
      >
        <NumbersForm toolId={toolId} field={field} ids={ids} onClose={() => setIsPasting(false)} />
      </Dialog>
    </section>
  );
}

const toBody = (field: LinkField, references: string[]): NewLinks => ({
  [field]: field === 'replacedBy' ? (references[0] ?? null) : references,
});

/** Sends links of a tool, and shows the saved ones. */
function useSaveLinks(toolId: string) {
  const { api } = useSession();
  const queries = useQueryClient();
  return async (body: NewLinks) => {
    const saved = await api.call(setLinksCall, { params: { id: toolId }, body });
    queries.setQueryData(['links', toolId], saved);
    void publicQueries.invalidateQueries({ queryKey: ['tool'] });
    return saved;
  };
}

const numbersSchema = z.object({
  numbers: z.string().check(z.refine((text) => readPartNumbers(text).length > 0, texts.numbersMissing)),
});

type NumbersProps = { toolId: string; field: LinkField; ids: string[]; onClose: () => void };

/** Adds tools by pasted part numbers: all of them, or none. */
function NumbersForm({ toolId, field, ids, onClose }: NumbersProps) {
  const save = useSaveLinks(toolId);
  const form = useCallForm({
    schema: numbersSchema,
    defaultValues: { numbers: '' },
    send: ({ numbers }) => save(toBody(field, [...ids, ...readPartNumbers(numbers)])),
    onSent: onClose,
    fieldAtFault: () => 'numbers',
    done: texts.pasted,
  });
  return (
    <form {...form.formProps} className="space-y-5">
      <TextArea label={texts.numbers} hint={texts.numbersHint} rows={8} {...form.field('numbers')} />
      {form.problem && <ErrorState message={form.problem} />}
      <DialogFoot onClose={onClose} busy={form.isSending}>
        {texts.addNumbers}
      </DialogFoot>
    </form>
  );
}

/** Finds a tool by its name or part number. */
function ToolFinder({ except, onTool }: { except: string[]; onTool: (tool: Tool) => void }) {
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const found = useQuery({
    queryKey: ['link-finder', words],
    queryFn: ({ signal }) =>
      api.list(listManagedToolsCall, {
        query: { q: words, limit: MOST_FOUND + except.length, sort: 'match' },
        signal,
      }),
    enabled: words !== '',
  });
  const tools = found.data?.rows.filter(({ _id }) => !except.includes(_id)).slice(0, MOST_FOUND);
  function find(event: FormEvent) {
    event.preventDefault();
    setWords(typed.trim());
  }
  return (
    <form method="post" noValidate onSubmit={find} className="mt-4 max-w-xl space-y-3">
      <TextField
        label={texts.find}
        hint={texts.findHint}
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        after={
          <Button type="submit" variant="secondary" busy={found.isFetching}>
            {texts.search}
          </Button>
        }
      />
      <QueryError of={found} />
      <p role="status" className="text-ink-soft empty:hidden">
        {tools?.length === 0 && texts.noTool}
      </p>
      <ul className="divide-y divide-line">
        {tools?.map((tool) => (
          <li key={tool._id} className="flex items-center gap-4 py-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{tool.name}</span>
            <Button
              variant="secondary"
              size="sm"
              icon="plus"
              aria-label={texts.add(tool.name)}
              onClick={() => {
                onTool(tool);
                setTyped('');
                setWords('');
              }}
            />
          </li>
        ))}
      </ul>
    </form>
  );
}
