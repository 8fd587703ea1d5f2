import type { Tool } from '#contracts/tool.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ToolCard } from './tool-card.tsx';

/** Tools in one, two or three columns. The first `eagerCount` pictures are fetched at once. */
export function ToolGrid({ tools, eagerCount = 0 }: { tools: readonly Tool[]; eagerCount?: number }) {
  return (
    <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
      {tools.map((tool, index) => (
        <li key={tool._id}>
          <ToolCard tool={tool} eager={index < eagerCount} />
        </li>
      ))}
    </ul>
  );
}

const waiting = ['one', 'two', 'three'];

/** The grid's shape while its first tools are on their way. */
export function ToolGridSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
      {waiting.map((key) => (
        <div key={key} className="overflow-hidden rounded-md border border-line bg-surface">
          <Skeleton className="aspect-4/3 w-full" />
          <div className="space-y-3 p-4">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-20 w-full" />
            <Skeleton className="h-11 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}
