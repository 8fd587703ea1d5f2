import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense } from 'react';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import {
  ToolDisposal,
  ToolDocuments,
  ToolSafety,
  ToolSpecifications,
} from '#features/catalogue/web/tool-details.tsx';
import { everyMember } from '#features/families/web/family-choice.ts';
import { familyQuery } from '#features/families/web/family-query.ts';
import { SiblingsTable } from '#features/families/web/siblings-table.tsx';
import type { RelatedTools } from '#features/related-tools/contract.ts';
import { AlsoBought, linkTables } from '#features/related-tools/web/link-tables.tsx';
import ToolReviews from '#features/reviews/web/tool-reviews.tsx';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { Skeleton } from '#ui/loading.tsx';

/** Tables with an order form: few tools have some. */
const LazyLinks = lazy(() => import('#features/quick-order/web/family/linked-tools.tsx'));

/** The part of a tool's page that comes after the order form: facts about the tool, beneath its picture where
 * there are two columns, related tools, and reviews. */
export default function ToolMore({ tool, related }: { tool: ToolDetails; related: RelatedTools | null }) {
  return (
    <>
      <div className="lg:col-start-1 lg:row-start-2">
        <ToolSpecifications tool={tool} />
        <ToolDocuments documents={tool.documents} />
        <ToolSafety tool={tool} />
        <ToolDisposal tool={tool} />
      </div>
      <div className="lg:col-span-full">
        {tool.family && <SiblingsTable toolId={tool._id} family={tool.family} />}
        {related && hasLinks(related) && <LinkedTools toolId={tool._id} related={related} />}
        {related && <AlsoBought tools={related.bought} />}
        <Reviews tool={tool} />
      </div>
    </>
  );
}

const hasLinks = (related: RelatedTools) => linkTables(related).length > 0 || related.discontinued.length > 0;

/** Rendered again only for other links: React would replace the server's HTML, whose code is not there yet, by the
 * placeholder. */
const LinkedTools = memo(function LinkedTools(props: { toolId: string; related: RelatedTools }) {
  return (
    <Suspense fallback={<Skeleton className="mt-12 h-64 lg:mt-16" />}>
      <LazyLinks {...props} />
    </Suspense>
  );
});

/** Reviews of the tool, or of all sizes of its family, if there are any. */
function Reviews({ tool }: { tool: ToolDetails }) {
  const family = useQuery(
    { ...familyQuery(tool.family?._id ?? '', everyMember), enabled: !import.meta.env.SSR && !!tool.family },
    publicQueries,
  );
  const isReviewed = tool.rating_count > 0 || (family.data?.family.rating_count ?? 0) > 0;
  if (!isReviewed) return null;
  return <ToolReviews of={tool.family ? { family: tool.family._id } : { tool: tool._id }} />;
}
