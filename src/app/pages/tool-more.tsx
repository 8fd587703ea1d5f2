import type { ToolDetails } from '#features/catalogue/contract.ts';
import { ToolDocuments, ToolSpecifications } from '#features/catalogue/web/tool-details.tsx';
import { ToolReviews } from '#features/reviews/web/tool-reviews.tsx';

/** The part of a tool's page below the order form: facts about the tool, and reviews. */
export default function ToolMore({ tool }: { tool: ToolDetails }) {
  return (
    <>
      <ToolSpecifications tool={tool} />
      <ToolDocuments documents={tool.documents} />
      {tool.rating_count > 0 && <ToolReviews toolId={tool._id} />}
    </>
  );
}
