import { useEffect } from 'react';
import { data, useLocation, useRevalidator } from 'react-router';
import { getToolCall, type Tool } from '#contracts/tool.ts';
import { toolTexts } from '#texts/tool.ts';
import { type ApiClient, ApiError } from '#web/api-client.ts';
import { describeToolPage } from '#web/found/describe-tools.ts';
import { StructuredData } from '#web/found/structured-data.tsx';
import { apiContext, settingsContext } from '#web/load-context.ts';
import { pageMeta, publicPageMeta, settingsIn } from '#web/page-meta.ts';
import { publicApi } from '#web/public-api.ts';
import { RequireSignIn } from '#web/session/require-sign-in.tsx';
import { useSession } from '#web/session/session.tsx';
import { useShopSettings } from '#web/shop-settings.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import type { Route } from './+types/tool.ts';
import { failureText } from './first-rows.ts';
import { noteTool, takeHandedTool } from './handed-tool.ts';
import { AskToLogIn } from './tool/ask-to-log-in.tsx';
import { LateOrderForm, loadOrderForm } from './tool/late-order-form.tsx';
import { LateToolReviews } from './tool/late-tool-reviews.tsx';
import { ToolFacts } from './tool/tool-facts.tsx';
import { ToolPageSkeleton } from './tool/tool-page-skeleton.tsx';
import { useWayToForm } from './tool/use-way-to-form.ts';
import { ORDER_FORM } from './tool-facts.ts';

/** Search engines show about as much of a description. */
const MOST_DESCRIPTION = 160;

/** What the page knows of its tool; nothing at all in what the server sends where the page is for members. */
type LoadedTool = { tool?: Tool; isHanded?: true; isGone?: true; failure?: string; status?: number };

/** The tool, or words on why it cannot be shown. An id that is none is a tool that is not there. */
async function loadTool(api: ApiClient, toolId: string, signal: AbortSignal): Promise<LoadedTool> {
  try {
    return { tool: await api.call(getToolCall, { params: { id: toolId }, signal }) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
      return { isGone: true, status: 404 };
    }
    return { failure: failureText(toolTexts.failed, error), status: 503 };
  }
}

/** The page as the server renders it: the tool where everybody may see it (decision 19), else the page's shape. */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const isPublic = context.get(settingsContext).toolPages === 'public';
  const loaded = isPublic ? await loadTool(context.get(apiContext), params.toolId, request.signal) : {};
  return data(loaded, loaded.status ?? 200);
}

/** The same, from the browser. What the list knew of the tool stands in, once, until the page asks again. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs): Promise<LoadedTool> {
  const handed = takeHandedTool(params.toolId);
  // The page is there at once then, and its form's code is not to be run before it.
  if (handed) return { tool: handed, isHanded: true };
  loadOrderForm().catch(() => undefined);
  const loaded = await loadTool(publicApi, params.toolId, request.signal);
  if (loaded.tool) noteTool(loaded.tool);
  return loaded;
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
export default function ToolPage({ loaderData }: Route.ComponentProps) {
  const { user } = useSession();
  const settings = useShopSettings();
  if (settings.toolPages === 'members') {
    return (
      <RequireSignIn loader={<ToolPageSkeleton />}>{() => <LoadedPage loaded={loaderData} />}</RequireSignIn>
    );
  }
  return (
    <>
      <LoadedPage loaded={loaderData} isAsking={!user} />
      <StructuredData
        data={import.meta.env.SSR && !!loaderData.tool && describeToolPage(loaderData.tool, settings)}
      />
    </>
  );
}

function LoadedPage({ loaded, isAsking = false }: { loaded: LoadedTool; isAsking?: boolean }) {
  const { revalidate, state } = useRevalidator();
  const { user } = useSession();
  const { ref, goThere } = useWayToForm();
  const { hash } = useLocation();
  const { tool, failure, isHanded, isGone } = loaded;
  const isUnknown = !tool && !failure && !isGone;
  useEffect(() => {
    if (isHanded || isUnknown) void revalidate();
  }, [isHanded, isUnknown, revalidate]);
  useEffect(() => {
    if (hash === ORDER_FORM) goThere();
  }, [hash, goThere]);
  if (isUnknown) return <ToolPageSkeleton />;
  return (
    <div className="page py-5 lg:py-14">
      {tool && (
        <>
          <ToolFacts tool={tool} onBuy={goThere} />
          {isAsking && <AskToLogIn toolId={tool._id} ref={ref} />}
          {user && <LateOrderForm key={tool._id} ref={ref} tool={tool} buyer={user} onStale={revalidate} />}
          {tool.rating_count > 0 && <LateToolReviews key={`reviews-${tool._id}`} toolId={tool._id} />}
        </>
      )}
      {failure && (
        <>
          <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>
          <ErrorState message={failure} onRetry={revalidate} retrying={state === 'loading'} />
        </>
      )}
      {isGone && <GoneTool />}
    </div>
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
