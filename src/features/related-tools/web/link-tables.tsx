import { type ComponentProps, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { ToolPrice } from '#features/catalogue/web/tool-price.tsx';
import { setPlaceholderTool } from '#features/catalogue/web/tool-query.ts';
import { MembersTable } from '#features/families/web/members-table.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { LinkedTool, RelatedTools } from '../contract.ts';
import { relatedTexts as texts } from '../page-texts.ts';

const lists = ['spareParts', 'accessories', 'fits', 'replaces'] as const;

/** The tables of a tool's page in order: each tool in the first that has it. Empty ones are left out. */
export function linkTables(related: RelatedTools): { heading: string; tools: LinkedTool[] }[] {
  const shown = new Set<string>();
  const all = [
    { heading: texts.successor, tools: related.successor ? [related.successor] : [] },
    ...lists.map((list) => ({ heading: texts[list], tools: related[list] })),
  ];
  return all
    .map(({ heading, tools }) => {
      const own = tools.filter(({ _id }) => !shown.has(_id));
      for (const { _id } of own) shown.add(_id);
      return { heading, tools: own };
    })
    .filter(({ tools }) => tools.length > 0);
}

/** Tools linked to another one, as the table of a family: named in its first column, and ordered with the cells
 * of `order`. */
export function LinkTables({
  related,
  ...table
}: { related: RelatedTools } & Pick<ComponentProps<typeof MembersTable>, 'order' | 'termsOf'>) {
  const { discontinued } = related;
  const former = discontinued.map(({ name, part_number }) => part_number ?? name).join(', ');
  const tables = linkTables(related);
  const isListed = tables.some(({ heading }) => heading === texts.replaces);
  const replaced = former !== '' && (
    <p className="mt-3 wrap-anywhere text-ink-soft">
      <SavedText text={texts.discontinued(former)} />
    </p>
  );
  return (
    <>
      {tables.map(({ heading, tools }) => (
        <Titled key={heading} heading={heading}>
          <MembersTable family={{ ...noFamily, members: tools }} label={texts.table(heading)} {...table} />
          {heading === texts.replaces && replaced}
        </Titled>
      ))}
      {!isListed && replaced && <Titled heading={texts.replaces}>{replaced}</Titled>}
    </>
  );
}

/** Tools without columns in which they differ. */
const noFamily = { _id: '', name: '', img: null, shared: [], columns: [] };

function Titled({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-12 lg:mt-16">
      <h2 id={id} className="mb-4 text-xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** What buyers of a tool also bought. */
export function AlsoBought({ tools }: { tools: readonly Tool[] }) {
  if (tools.length === 0) return null;
  return (
    <Titled heading={texts.bought}>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {tools.map((tool) => (
          <li
            key={tool._id}
            className="relative flex flex-col overflow-hidden rounded-md border border-line bg-surface has-[a:hover]:border-line-strong"
          >
            <ToolPicture of={tool} sizes="(min-width: 768px) 24vw, 46vw" className="border-b border-line" />
            <div className="flex flex-1 flex-col gap-2 p-3">
              <Link
                to={toolPath(tool)}
                onClick={() => setPlaceholderTool(tool)}
                className="line-clamp-3 font-semibold wrap-anywhere after:absolute after:inset-0"
              >
                <SavedText text={tool.name} />
              </Link>
              <p className="mt-auto">
                <ToolPrice tool={tool} className="font-bold" />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Titled>
  );
}
