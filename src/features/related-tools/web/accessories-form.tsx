import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { listManagedToolsCall } from '#features/catalogue/managed-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { TextField } from '#ui/field.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';
import { getAccessoriesCall, MAX_ACCESSORIES, setAccessoriesCall } from '../contract.ts';
import { accessoryTexts as texts } from '../texts.ts';

const MOST_FOUND = 5;

/** The accessories of a tool, added and removed immediately: they are not part of what Save sends, and change
 * no version of the tool. */
export function AccessoriesForm({ toolId }: { toolId: string }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const key = ['accessories', toolId];
  const pinned = useCall(key, getAccessoriesCall, { params: { id: toolId } });
  const tools = pinned.data?.accessories ?? [];
  const saving = useAction({
    call: ({ to }: { to: Tool[]; done: string }) =>
      api.call(setAccessoriesCall, {
        params: { id: toolId },
        body: { accessories: to.map(({ _id }) => _id) },
      }),
    onDone(saved, { done }) {
      queries.setQueryData(key, saved);
      notify.success(done);
      void publicQueries.invalidateQueries({ queryKey: ['tool', toolId, 'related'] });
    },
  });
  const others = (tool: Tool) => tools.filter(({ _id }) => _id !== tool._id);
  return (
    <section aria-labelledby="accessories" className="mt-12 max-w-3xl border-t border-line pt-8">
      <h2 id="accessories" className="text-xl">
        {texts.heading}
      </h2>
      <p className="mt-2 max-w-prose text-ink-soft">{texts.lead}</p>
      <QueryError of={pinned} />
      {tools.length > 0 && (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {tools.map((tool) => (
            <li key={tool._id} className="flex items-center gap-4 py-2">
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{tool.name}</span>
              {tool.img === '' && <Badge tone="warn">{texts.draft}</Badge>}
              <Button
                variant="quiet"
                size="sm"
                icon="trash"
                aria-label={texts.remove(tool.name)}
                disabled={saving.isPending}
                onClick={() => saving.mutate({ to: others(tool), done: texts.removed(tool.name) })}
              />
            </li>
          ))}
        </ul>
      )}
      {pinned.data &&
        (tools.length < MAX_ACCESSORIES ? (
          <ToolFinder
            except={[toolId, ...tools.map(({ _id }) => _id)]}
            onTool={(tool) => saving.mutate({ to: [...tools, tool], done: texts.added(tool.name) })}
          />
        ) : (
          <p className="mt-5 text-ink-soft">{texts.full(MAX_ACCESSORIES)}</p>
        ))}
    </section>
  );
}

/** Finds a tool by its name or part number. */
function ToolFinder({ except, onTool }: { except: string[]; onTool: (tool: Tool) => void }) {
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const found = useQuery({
    queryKey: ['accessory-finder', words],
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
    <form method="post" noValidate onSubmit={find} className="mt-5 max-w-xl space-y-3">
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
              onClick={() => onTool(tool)}
            />
          </li>
        ))}
      </ul>
    </form>
  );
}
