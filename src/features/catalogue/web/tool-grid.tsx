import type { Tool } from '#features/catalogue/contract.ts';
import { PrefetchToolPage } from './prefetch-tool-page.tsx';
import { ToolCard } from './tool-card.tsx';

/** How wide the page, its columns and their gaps leave a picture; on a phone it is what its box is. */
const SIZES = [
  '(min-width: 1280px) 390px',
  '(min-width: 1024px) calc(33.3vw - 37px)',
  '(min-width: 768px) calc(50vw - 36px)',
  '152px',
].join(', ');

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
      <ul className="tool-cards lg:grid-cols-3">
        {tools.map((tool, index) => (
          <li key={tool._id}>
            <ToolCard tool={tool} heading={heading} sizes={SIZES} eager={index < eagerCount} />
          </li>
        ))}
      </ul>
      {tools[0] && <PrefetchToolPage toolId={tools[0]._id} />}
    </>
  );
}
