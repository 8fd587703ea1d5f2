import type { ToolDetails } from '#features/catalogue/contract.ts';
import { ToolDocuments, ToolPriceBreaks, ToolSpecifications } from '#features/catalogue/web/tool-details.tsx';
import { ToolReviews } from '#features/reviews/web/tool-reviews.tsx';

/** What a tool's page shows below the order form: what is known of the tool, and what buyers wrote of it. */
export default function ToolMore({ tool }: { tool: ToolDetails }) {
  return (
    <>
      <ToolPriceBreaks tool={tool} />
      <ToolSpecifications tool={tool} />
      <ToolDocuments documents={tool.documents} />
      {tool.rating_count > 0 && <ToolReviews toolId={tool._id} />}
    </>
  );
}
