import type { Tool } from '#contracts/tool.ts';
import { PrefetchToolPage } from './prefetch-tool-page.tsx';
import { ToolCard } from './tool-card.tsx';

/** Tools in one, two or three columns. The first `eagerCount` pictures are fetched at once. */
export function ToolGrid({
  tools,
  heading,
  eagerCount = 0,
}: {
  tools: readonly Tool[];
  /** The rank of the tools' names in the page's outline. */
  heading: 'h2' | 'h3';
  eagerCount?: number;
}) {
  return (
    <>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {tools.map((tool, index) => (
          <li key={tool._id}>
            <ToolCard tool={tool} heading={heading} eager={index < eagerCount} />
          </li>
        ))}
      </ul>
      {tools[0] && <PrefetchToolPage toolId={tools[0]._id} />}
    </>
  );
}
