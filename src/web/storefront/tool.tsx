import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { toolTexts } from '#texts/tool.ts';
import { ApiError } from '#web/api-client.ts';
import { pageMeta } from '#web/page-meta.ts';
import { publicApi } from '#web/public-api.ts';
import { RequireSignIn } from '#web/session/require-sign-in.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { Route } from './+types/tool.ts';
import { failureText } from './first-rows.ts';
import { takeHandedTool } from './handed-tool.ts';
import { LateOrderForm, loadOrderForm } from './tool/late-order-form.tsx';
import { LateToolReviews } from './tool/late-tool-reviews.tsx';
import { ToolFacts } from './tool/tool-facts.tsx';
import { ToolPageSkeleton } from './tool/tool-page-skeleton.tsx';
import { useWayToForm } from './tool/use-way-to-form.ts';

/**
 * The tool, or words on why it cannot be shown. An id that is none is a tool that is not there. What the list knew of
 * the tool stands in, once, until the page asks again.
 */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const handed = takeHandedTool(params.toolId);
  // The page is there at once then, and its form's code is not to be run before it.
  if (handed) return { tool: handed, isHanded: true };
  loadOrderForm().catch(() => undefined);
  try {
    return { tool: await publicApi.getTool(params.toolId, request.signal) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return { isGone: true };
    return { failure: failureText(toolTexts.failed, error) };
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.tool?.name ?? toolTexts.title, toolTexts.description);

/** The page's shape: what the server sends, and what stands while the sign-in is being found out. */
export function HydrateFallback() {
  return <ToolPageSkeleton />;
}

/** A tool and its order form, for people who are signed in. */
export default function ToolPage({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const orderForm = useWayToForm();
  const { tool, failure, isHanded } = loaderData;
  useEffect(() => {
    if (isHanded) void revalidate();
  }, [isHanded, revalidate]);
  return (
    <RequireSignIn loader={<ToolPageSkeleton />}>
      {(buyer) => (
        <div className="page min-h-dvh py-5 lg:py-14">
          {tool && (
            <>
              <ToolFacts tool={tool} onBuy={orderForm.goThere} />
              <LateOrderForm
                key={tool._id}
                ref={orderForm.ref}
                tool={tool}
                buyer={buyer}
                onStale={revalidate}
              />
              {tool.rating_count > 0 && <LateToolReviews key={`reviews-${tool._id}`} toolId={tool._id} />}
            </>
          )}
          {failure && (
            <>
              <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>
              <ErrorState message={failure} onRetry={revalidate} retrying={state === 'loading'} />
            </>
          )}
          {!tool && !failure && <GoneTool />}
        </div>
      )}
    </RequireSignIn>
  );
}

function GoneTool() {
  return (
    <>
      <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>
      <EmptyState title={toolTexts.gone}>
        <p>{toolTexts.goneWhy}</p>
        <LinkButton to="/tools" className="mt-5">
          {toolTexts.seeAll}
        </LinkButton>
      </EmptyState>
    </>
  );
}
