import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useEffect, useMemo } from 'react';
import { data, redirect, useSearchParams } from 'react-router';
import { cutText } from '#contracts/cut-text.ts';
import { familyPath, openingHeaders } from '#features/catalogue/rules.ts';
import { getFamilyCall } from '#features/families/contract.ts';
import { familyTexts as texts } from '#features/families/page-texts.ts';
import { describeFamily } from '#features/families/web/describe-family.ts';
import {
  everyMember,
  type FamilyChoice,
  familyAddress,
  memberQuery,
  readFamilyChoice,
} from '#features/families/web/family-choice.ts';
import { FAMILY_REVIEWS, FamilyFacts, FamilySkeleton } from '#features/families/web/family-facts.tsx';
import { type FamilyPage as Answer, familyQuery, toFamilyPage } from '#features/families/web/family-query.ts';
import { RequireSignIn } from '#features/users/web/session/require-sign-in.tsx';
import { seoTexts } from '#texts/shop.ts';
import { LinkButton } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { apiContext, settingsContext, useShop, useShopSettings } from '#ui/client/load-context.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { EmptyState, ErrorState } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { pageMeta, publicPageMeta, settingsIn } from '#ui/page-meta.ts';
import { StructuredData } from '#ui/structured-data.tsx';
import { failureText } from '#ui/use-list.ts';
import type { Route } from './+types/family.ts';

/** The table with its order form: its code loads after the page's own, which the server has rendered. */
const LazyMembers = lazy(() => import('#features/quick-order/web/family/family-members.tsx'));

const LazyReviews = lazy(() => import('#features/reviews/web/tool-reviews.tsx'));

/** Maximum length of a description: about what search engines show. */
const MOST_DESCRIPTION = 160;

/** What a loader knows; empty when the page is for members and comes from the server. */
type Loaded = { page?: Answer; isGone?: true; failure?: string; status?: number };

/** Waits for the family. An invalid id counts as an unknown family. Leads to the first members from an address
 * behind the last one, and from one whose filters the shop refuses, such as prices with too many decimals. */
async function load(id: string, choice: FamilyChoice, url: URL, call: Promise<Answer>): Promise<Loaded> {
  const loaded: Loaded = await call.then(
    (page) => ({ page }),
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 400 && url.search) throw redirect(url.pathname);
      return problemOf(error);
    },
  );
  const { page } = loaded;
  if (page && choice.after && page.family.members.length === 0)
    throw redirect(familyAddress({ ...page.family, _id: id }, { ...choice, after: '' }));
  return loaded;
}

function problemOf(error: unknown): Loaded {
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return isGone ? { isGone, status: 404 } : { failure: failureText(texts.failed, error), status: 503 };
}

/** The page as the server renders it: the family if everyone may see it (decision 31), else a skeleton. */
export async function loader({ params: { familyId }, context, request, url }: Route.LoaderArgs) {
  if (context.get(settingsContext).toolPages !== 'public') return data<Loaded>({});
  const choice = readFamilyChoice(url.searchParams);
  const api = context.get(apiContext);
  const input = { params: { id: familyId }, query: memberQuery(choice), signal: request.signal };
  const loaded = await load(familyId, choice, url, api.list(getFamilyCall, input).then(toFamilyPage));
  return data(loaded, loaded.status ?? 200);
}

/** The same, from the browser. */
export async function clientLoader({ params: { familyId }, url }: Route.ClientLoaderArgs): Promise<Loaded> {
  const choice = readFamilyChoice(url.searchParams);
  const query = familyQuery(familyId, choice, openingHeaders);
  return load(familyId, choice, url, publicQueries.query({ ...query, staleTime: 0 }));
}

/** The largest size of the family's picture; the last in its `srcset`. */
function sharedPictureOf({ name, picture }: Answer['family']) {
  const [address] = picture?.webp.split(', ').at(-1)?.split(' ') ?? [];
  if (!picture || !address) return undefined;
  return { address, type: 'image/webp', width: picture.width, height: picture.height, alt: name };
}

/** All meta tags except the title, which the component sets. A sorted or filtered table has the same members:
 * its canonical address is the family's; each further page has its own. */
export const meta: Route.MetaFunction = (args) => {
  const family = args.loaderData?.page?.family;
  const isPublic = settingsIn(args.matches)?.toolPages === 'public';
  if (!family || !isPublic) return pageMeta(args, texts.title, texts.description).slice(1);
  const choice = readFamilyChoice(new URLSearchParams(args.location.search));
  const isSame =
    familyAddress(family, choice) === familyAddress(family, { ...everyMember, after: choice.after });
  const { name, description, memberCount } = family;
  return publicPageMeta(args, {
    title: name,
    description: cutText(
      description.replace(/\s+/g, ' ') || texts.about(name, memberCount),
      MOST_DESCRIPTION,
    ),
    path: isSame ? familyAddress(family, choice) : familyPath(family),
    picture: import.meta.env.SSR ? sharedPictureOf(family) : undefined,
  }).slice(1);
};

/** A family of tools: what its members have alike, and the table of what they differ in. */
export default function FamilyPage({ loaderData, params: { familyId } }: Route.ComponentProps) {
  const settings = useShopSettings();
  if (settings.toolPages === 'members') {
    return (
      <RequireSignIn loader={<FamilySkeleton />}>
        {() => <LoadedPage familyId={familyId} loaded={loaderData} />}
      </RequireSignIn>
    );
  }
  return (
    <>
      <LoadedPage familyId={familyId} loaded={loaderData} />
      <StructuredData
        data={import.meta.env.SSR && !!loaderData.page && describeFamily(loaderData.page.family, settings)}
      />
    </>
  );
}

function LoadedPage({ familyId, loaded }: { familyId: string; loaded: Loaded }) {
  const [search] = useSearchParams();
  const choice = useMemo(() => readFamilyChoice(search), [search]);
  const hasAsked = loaded.status !== undefined;
  const query = useQuery({
    ...familyQuery(familyId, choice),
    ...(loaded.page && { initialData: loaded.page }),
    enabled: ({ state }) => state.data !== undefined || !hasAsked,
  });
  const shop = useShop().name;
  const { data: page, refetch } = query;
  const name = page?.family.name;
  // On a page for members, the server's title does not name the family.
  useEffect(() => {
    if (name) document.title = seoTexts.pageTitle(name, shop);
  }, [name, shop]);
  const { failure, isGone } = query.error ? problemOf(query.error) : page ? {} : loaded;
  if (isGone) return <Gone />;
  if (!page && !failure) return <FamilySkeleton />;
  return (
    <div className="page py-5 lg:py-10">
      <title>{seoTexts.pageTitle(name ?? texts.title, shop)}</title>
      {failure && (
        <>
          {!page && <h1 className="mb-6 text-3xl">{texts.title}</h1>}
          <ErrorState message={failure} onRetry={() => void refetch()} retrying={query.isFetching} />
        </>
      )}
      {page && (
        <>
          <FamilyFacts family={page.family} />
          <Members key={page.family._id} page={page} choice={choice} />
          {page.family.rating_count > 0 && <Reviews familyId={page.family._id} />}
        </>
      )}
    </div>
  );
}

/** Rendered again only for other members: React would replace the server's HTML, whose code is not there yet,
 * by the placeholder. */
const Members = memo(function Members(props: { page: Answer; choice: FamilyChoice }) {
  return (
    <Suspense fallback={<Skeleton className="mt-8 h-120" />}>
      <LazyMembers {...props} />
    </Suspense>
  );
});

const Reviews = memo(function Reviews({ familyId }: { familyId: string }) {
  return (
    <Suspense fallback={<Skeleton className="mt-12 h-60 lg:mt-16" />}>
      <LazyReviews of={{ family: familyId }} id={FAMILY_REVIEWS} />
    </Suspense>
  );
});

function Gone() {
  return (
    <div className="page py-5 lg:py-14">
      <title>{seoTexts.pageTitle(texts.title, useShop().name)}</title>
      <h1 className="mb-6 text-3xl">{texts.title}</h1>
      <EmptyState title={texts.gone}>
        <p>{texts.goneWhy}</p>
        <LinkButton to="/tools" className="mt-5">
          {texts.seeAll}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
