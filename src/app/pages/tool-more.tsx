import type { ToolDetails } from '#features/catalogue/contract.ts';
import {
  ToolDisposal,
  ToolDocuments,
  ToolSafety,
  ToolSpecifications,
} from '#features/catalogue/web/tool-details.tsx';
import { SiblingsTable } from '#features/families/web/siblings-table.tsx';
import { RelatedTools } from '#features/related-tools/web/related-tools.tsx';
import { ToolReviews } from '#features/reviews/web/tool-reviews.tsx';

/** The part of a tool's page that comes after the order form: facts about the tool, beneath its picture where
 * there are two columns, related tools, and reviews. */
export default function ToolMore({ tool }: { tool: ToolDetails }) {
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
        <RelatedTools toolId={tool._id} />
        {tool.rating_count > 0 && <ToolReviews toolId={tool._id} />}
      </div>
    </>
  );
}
