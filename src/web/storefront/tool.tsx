import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { data, useLocation } from 'react-router';
import { getToolCall, type Tool } from '#contracts/tool.ts';
import { toolTexts } from '#texts/tool.ts';
import { ApiError } from '#web/api-client.ts';
import { describeToolPage } from '#web/found/describe-tools.ts';
import { StructuredData } from '#web/found/structured-data.tsx';
import { apiContext, settingsContext } from '#web/load-context.ts';
import { pageMeta, publicPageMeta, settingsIn } from '#web/page-meta.ts';
import { publicQueries } from '#web/query-provider.tsx';
import { RequireSignIn } from '#web/session/require-sign-in.tsx';
import { useSession } from '#web/session/session.tsx';
import { useShopSettings } from '#web/shop-settings.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { failureText } from '#web/use-rows.ts';
import type { Route } from './+types/tool.ts';
import { AskToLogIn } from './tool/ask-to-log-in.tsx';
import { LateOrderForm, loadOrderForm } from './tool/late-order-form.tsx';
import { LateToolReviews } from './tool/late-tool-reviews.tsx';
import { ToolFacts } from './tool/tool-facts.tsx';
import { ToolPageSkeleton } from './tool/tool-page-skeleton.tsx';
import { useWayToForm } from './tool/use-way-to-form.ts';
import { ORDER_FORM } from './tool-facts.ts';
import { knownTool, toolQuery } from './tool-query.ts';

/** Search engines show about as much of a description. */
const MOST_DESCRIPTION = 160;

/** What a loader knows of the tool; nothing at all where the page is for members and comes from the server. */
type LoadedTool = { tool?: Tool; isGone?: true; failure?: string; status?: number };

/** Waits for the tool. An id that is none is a tool that is not there. */
async function loadTool(call: Promise<Tool>): Promise<LoadedTool> {
  try {
    return { tool: await call };
  } catch (error) {
    return problemOf(error);
  }
}

/** Why a tool cannot be shown: it is gone, or could not be loaded. */
function problemOf(error: unknown): LoadedTool {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return isGone ? { isGone, status: 404 } : { failure: failureText(toolTexts.failed, error), status: 503 };
}

/** The page as the server renders it: the tool where everybody may see it (decision 19), else the page's shape. */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const isPublic = context.get(settingsContext).toolPages === 'public';
  const api = context.get(apiContext);
  const loaded = isPublic
    ? await loadTool(api.call(getToolCall, { params: { id: params.toolId }, signal: request.signal }))
    : {};
  return data(loaded, loaded.status ?? 200);
}

/** The same, from the browser. What it knows of the tool already, from a list say, is shown until the shop has answered. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<LoadedTool> {
  const query = toolQuery(params.toolId);
  const tool = knownTool(params.toolId);
  if (tool) {
    // The page is there at once then, and its form's code is not to be run before it.
    await publicQueries.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' });
    return { tool };
  }
  loadOrderForm().catch(() => undefined);
  return loadTool(publicQueries.query(query));
}

export const meta: Route.MetaFunction = (args) => {
  const tool = args.loaderData?.tool;
  if (!tool || settingsIn(args.matches)?.toolPages !== 'public') {
    return pageMeta(tool?.name ?? toolTexts.title, toolTexts.description);
  }
  const { name, description } = tool;
  return publicPageMeta(args, {
    title: name,
    description: description.replace(/\s+/g, ' ').slice(0, MOST_DESCRIPTION),
    path: `/tools/${tool._id}`,
  });
};

/** A tool and its order form: for people who are signed in, or for everybody as far as the form. */
export default function ToolPage({ loaderData, params: { toolId } }: Route.ComponentProps) {
  const { user } = useSession();
  const settings = useShopSettings();
  if (settings.toolPages === 'members') {
    return (
      <RequireSignIn loader={<ToolPageSkeleton />}>
        {() => <LoadedPage toolId={toolId} loaded={loaderData} />}
      </RequireSignIn>
    );
  }
  return (
    <>
      <LoadedPage toolId={toolId} loaded={loaderData} isAsking={!user} />
      <StructuredData
        data={import.meta.env.SSR && !!loaderData.tool && describeToolPage(loaderData.tool, settings)}
      />
    </>
  );
}

function LoadedPage({
  toolId,
  loaded,
  isAsking = false,
}: {
  toolId: string;
  loaded: LoadedTool;
  isAsking?: boolean;
}) {
  const hasAsked = loaded.status !== undefined;
  const query = useQuery({
    ...toolQuery(toolId),
    ...(loaded.tool && { initialData: loaded.tool }),
    enabled: ({ state }) => state.data !== undefined || !hasAsked,
  });
  const { user } = useSession();
  const { ref, goThere } = useWayToForm();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === ORDER_FORM) goThere();
  }, [hash, goThere]);
  const tool = query.data;
  const { failure, isGone } = query.error ? problemOf(query.error) : tool ? {} : loaded;
  if (isGone) return <GoneTool />;
  if (!tool && !failure) return <ToolPageSkeleton />;
  const refresh = () => void query.refetch();
  return (
    <div className="page py-5 lg:py-14">
      {failure && (
        <>
          {!tool && <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>}
          <ErrorState message={failure} onRetry={refresh} retrying={query.isFetching} />
        </>
      )}
      {tool && (
        <>
          <ToolFacts tool={tool} onBuy={goThere} />
          {isAsking && <AskToLogIn toolId={tool._id} ref={ref} />}
          {user && <LateOrderForm key={tool._id} ref={ref} tool={tool} buyer={user} onStale={refresh} />}
          {tool.rating_count > 0 && <LateToolReviews key={`reviews-${tool._id}`} toolId={tool._id} />}
        </>
      )}
    </div>
  );
}

function GoneTool() {
  return (
    <div className="page py-5 lg:py-14">
      <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>
      <EmptyState title={toolTexts.gone}>
        <p>{toolTexts.goneWhy}</p>
        <LinkButton to="/tools" className="mt-5">
          {toolTexts.seeAll}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
