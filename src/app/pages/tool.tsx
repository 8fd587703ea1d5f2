import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useCallback, useEffect, useRef } from 'react';
import { data, useLocation } from 'react-router';
import { cutText } from '#contracts/cut-text.ts';
import { AskToLogIn, LazyOrderForm, loadOrderForm } from '#features/cart/web/order-form/lazy-order-form.tsx';
import { getToolCall, type ToolDetails } from '#features/catalogue/contract.ts';
import { familyPath, openingHeaders, toolPath } from '#features/catalogue/rules.ts';
import { toolTexts } from '#features/catalogue/texts/tool.ts';
import { describeToolPage } from '#features/catalogue/web/describe-tools.ts';
import { ToolFacts, ToolPageSkeleton } from '#features/catalogue/web/tool-facts.tsx';
import {
  type KnownTool,
  ORDER_FORM,
  placeholderTool,
  toolQuery,
} from '#features/catalogue/web/tool-query.ts';
import { getRelatedToolsCall, type RelatedTools } from '#features/related-tools/contract.ts';
import { relatedTexts } from '#features/related-tools/page-texts.ts';
import { relatedQuery } from '#features/related-tools/web/related-query.ts';
import { RequireSignIn } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { seoTexts } from '#texts/shop.ts';
import { LinkButton } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { apiContext, settingsContext, useShop, useShopSettings } from '#ui/client/load-context.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { EmptyState, ErrorState } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { pageMeta, publicPageMeta, settingsIn } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { StructuredData } from '#ui/structured-data.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { failureText } from '#ui/use-list.ts';
import type { Route } from './+types/tool.ts';

/** Its code loads after the page's own, as the order form's does. */
const LazyMore = lazy(() => import('./tool-more.tsx'));

/** Maximum length of a description: about what search engines show. */
const MOST_DESCRIPTION = 160;

/** What a loader knows of the tool; empty when the page is for members and comes from the server. `related` is
 * null if the shop did not tell. */
type LoadedTool = {
  tool?: KnownTool;
  related?: RelatedTools | null;
  isGone?: true;
  failure?: string;
  status?: number;
};

/** Waits for the tool, and those that are linked to it. An invalid id counts as an unknown tool. */
async function loadTool(call: Promise<KnownTool>, linked: Promise<RelatedTools>): Promise<LoadedTool> {
  const [tool, related] = await Promise.all([
    call.then((known) => ({ tool: known }), problemOf),
    linked.catch(() => null),
  ]);
  return { ...tool, related };
}

function problemOf(error: unknown): LoadedTool {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return isGone ? { isGone, status: 404 } : { failure: failureText(toolTexts.failed, error), status: 503 };
}

/** The page as the server renders it: the tool if everyone may see it (decision 31), else a skeleton. */
export async function loader({ params, context, request }: Route.LoaderArgs) {
  const isPublic = context.get(settingsContext).toolPages === 'public';
  const api = context.get(apiContext);
  if (!isPublic) return data<LoadedTool>({});
  const input = { params: { id: params.toolId }, signal: request.signal };
  const loaded = await loadTool(api.call(getToolCall, input), api.call(getRelatedToolsCall, input));
  return data(loaded, loaded.status ?? 200);
}

/** The same, from the browser. Shows what is already known of the tool, for example from a list, until the
 * shop has answered. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<LoadedTool> {
  const query = toolQuery(params.toolId, openingHeaders);
  const linked = publicQueries.query(relatedQuery(params.toolId, openingHeaders));
  const tool = placeholderTool(params.toolId);
  if (tool) {
    // The page renders at once; its form's code is not loaded before it.
    publicQueries.query({ ...query, staleTime: 0 }).catch(() => undefined);
    linked.catch(() => undefined);
    return { tool };
  }
  loadOrderForm().catch(() => undefined);
  return loadTool(publicQueries.query(query), linked);
}

/** The largest size of a tool's picture; the last in its `srcset`. */
function sharedPictureOf({ name, picture }: KnownTool) {
  const [address] = picture?.webp.split(', ').at(-1)?.split(' ') ?? [];
  if (!picture || !address) return undefined;
  return { address, type: 'image/webp', width: picture.width, height: picture.height, alt: name };
}

/** The address for search engines: that of its family where the tool has no text of its own. */
const canonicalPath = (tool: KnownTool) =>
  tool.family && 'has_own_text' in tool && !tool.has_own_text ? familyPath(tool.family) : toolPath(tool);

/** All meta tags except the title: the component sets that, since it may learn the tool later than the
 * loader. */
export const meta: Route.MetaFunction = (args) => {
  const tool = args.loaderData?.tool;
  const isPublic = settingsIn(args.matches)?.toolPages === 'public';
  const [, ...others] =
    tool && isPublic
      ? publicPageMeta(args, {
          title: tool.name,
          description: cutText(tool.description.replace(/\s+/g, ' '), MOST_DESCRIPTION),
          path: canonicalPath(tool),
          picture: import.meta.env.SSR ? sharedPictureOf(tool) : undefined,
        })
      : pageMeta(args, toolTexts.title, toolTexts.description);
  return others;
};

/** A tool and its order form: complete for signed-in users, or public down to the form. */
export default function ToolPage({ loaderData, params: { toolId } }: Route.ComponentProps) {
  const { user } = useSession();
  const settings = useShopSettings();
  if (settings.toolPages === 'members') {
    return (
      <RequireSignIn loader={<UnknownTool />}>
        {() => <LoadedPage toolId={toolId} loaded={loaderData} />}
      </RequireSignIn>
    );
  }
  return (
    <>
      <LoadedPage toolId={toolId} loaded={loaderData} isAsking={!user} />
      <StructuredData
        data={
          import.meta.env.SSR &&
          !!loaderData.tool &&
          'specifications' in loaderData.tool &&
          describeToolPage(loaderData.tool, settings)
        }
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
  // What is linked comes with the rest of the page: nothing moves when it arrives.
  const { data: related = null, isPending } = useQuery(
    {
      ...relatedQuery(toolId),
      ...(loaded.related && { initialData: loaded.related }),
    },
    publicQueries,
  );
  const { user } = useSession();
  const shop = useShop().name;
  const { ref, goThere } = useWayToForm();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === ORDER_FORM) goThere();
  }, [hash, goThere]);
  const tool = query.data;
  // On a page for members, the server's title does not name the tool.
  useEffect(() => {
    if (tool) document.title = seoTexts.pageTitle(tool.name, shop);
  }, [tool, shop]);
  const { failure, isGone } = query.error ? problemOf(query.error) : tool ? {} : loaded;
  if (isGone) return <GoneTool successor={related?.successor} />;
  if (!tool && !failure) return <UnknownTool />;
  const refresh = () => void query.refetch();
  return (
    <div className="page py-5 lg:py-14">
      <title>{seoTexts.pageTitle(tool?.name ?? toolTexts.title, shop)}</title>
      {failure && (
        <>
          {!tool && <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>}
          <ErrorState message={failure} onRetry={refresh} retrying={query.isFetching} />
        </>
      )}
      {tool && (
        <div className="grid lg:grid-cols-2 lg:grid-rows-head lg:gap-x-14">
          <ToolFacts tool={tool} onBuy={goThere} />
          <div className="lg:col-span-full lg:row-start-3">
            {isAsking && <AskToLogIn tool={tool} ref={ref} />}
            {user && <LazyOrderForm key={tool._id} ref={ref} tool={tool} buyer={user} onStale={refresh} />}
          </div>
          {'specifications' in tool && (!isPending || loaded.related === null) ? (
            <More key={`more-${tool._id}`} tool={tool} related={related} />
          ) : (
            !failure && <MorePlace tool={tool} />
          )}
        </div>
      )}
    </div>
  );
}

/** What comes below the form. Rendered again only for another tool: React would replace the server's HTML,
 * whose code is not there yet, by the placeholder. */
const More = memo(function More({ tool, related }: { tool: ToolDetails; related: RelatedTools | null }) {
  return (
    <Suspense fallback={<MorePlace tool={tool} />}>
      <LazyMore tool={tool} related={related} />
    </Suspense>
  );
});

/** Keeps the place of what comes below the form while it is loading. A member of a family differs from others
 * in its specifications, so it has some before they are known. */
function MorePlace({ tool }: { tool: KnownTool }) {
  const isTold = 'specifications' in tool ? hasFacts(tool) : tool.family !== null;
  return (
    <>
      {isTold && <Skeleton className="mt-12 h-96 lg:col-start-1 lg:row-start-2 lg:mt-8" />}
      {tool.family && <Skeleton className="mt-12 h-96 lg:col-span-full lg:mt-16" />}
      {tool.rating_count > 0 && <Skeleton className="mt-12 h-64 lg:col-span-full lg:mt-16" />}
    </>
  );
}

/** Whether there is something to say beneath a tool's picture, above the form where there are two columns. */
const hasFacts = ({ specifications, documents, manufacturer, disposal }: ToolDetails): boolean =>
  specifications.length > 0 || documents.length > 0 || manufacturer !== null || disposal !== null;

function UnknownTool() {
  return (
    <>
      <title>{seoTexts.pageTitle(toolTexts.title, useShop().name)}</title>
      <ToolPageSkeleton />
    </>
  );
}

/** What is left of a tool that is no longer sold: the way to its successor, or else to all tools. */
function GoneTool({ successor }: { successor: RelatedTools['successor'] | undefined }) {
  return (
    <div className="page py-5 lg:py-14">
      <title>{seoTexts.pageTitle(toolTexts.title, useShop().name)}</title>
      <h1 className="mb-6 text-3xl">{toolTexts.title}</h1>
      <EmptyState title={toolTexts.gone}>
        {successor ? (
          <>
            <p>{relatedTexts.gone}</p>
            <ToolPicture of={successor} sizes="192px" className="mx-auto mt-5 w-48 rounded-md" />
            <p className="mt-3 font-semibold wrap-anywhere">
              <SavedText text={relatedTexts.named(successor)} />
            </p>
            <LinkButton to={toolPath(successor)} className="mt-5">
              {relatedTexts.seeSuccessor}
            </LinkButton>
          </>
        ) : (
          <>
            <p>{toolTexts.goneWhy}</p>
            <LinkButton to="/tools" className="mt-5">
              {toolTexts.seeAll}
            </LinkButton>
          </>
        )}
      </EmptyState>
    </div>
  );
}

/** BUY NOW: moves to the order form, or to the login prompt in its place, once it is rendered.
 * `ref` goes on that element. */
function useWayToForm() {
  const form = useRef<HTMLElement>(null);
  const isAwaited = useRef(false);
  const ref = useCallback((arrived: HTMLElement | null) => {
    form.current = arrived;
    if (!arrived || !isAwaited.current) return;
    isAwaited.current = false;
    focusFirst(arrived);
  }, []);
  const goThere = useCallback(() => {
    if (form.current) focusFirst(form.current);
    else isAwaited.current = true;
  }, []);
  return { ref, goThere };
}

function focusFirst(form: HTMLElement) {
  const first = form.querySelector<HTMLElement>('[name=minQuantity], a');
  first?.focus({ preventScroll: true });
  form.scrollIntoView({ block: 'start' });
  if (first instanceof HTMLInputElement) first.select();
}
