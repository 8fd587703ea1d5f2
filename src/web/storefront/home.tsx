import { data } from 'react-router';
import type { ApiClient } from '#web/api-client.ts';
import { apiContext } from '#web/load-context.ts';
import { pageMeta } from '#web/page-meta.ts';
import { publicApi } from '#web/public-api.ts';
import type { Route } from './+types/home.ts';
import { firstRows } from './first-rows.ts';
import { Banner } from './home/banner.tsx';
import { Contact } from './home/contact.tsx';
import { REVIEWS_AT_ONCE, Reviews } from './home/reviews.tsx';
import { Statistics } from './home/statistics.tsx';
import { Support } from './home/support.tsx';
import { HOME_TOOLS, ToolsSection } from './home/tools-section.tsx';
import { ToolListData } from './tool-list-data.tsx';

async function load(api: ApiClient, signal: AbortSignal) {
  const [tools, reviews] = await Promise.all([
    firstRows('The tools', api.listTools({ limit: HOME_TOOLS, signal })),
    firstRows('The reviews', api.listReviews({ limit: REVIEWS_AT_ONCE, signal })),
  ]);
  return { tools, reviews };
}

/** The page as the server renders it. Where a list is missing the answer is no success, so that it is not kept. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const page = await load(context.get(apiContext), request.signal);
  return data(page, page.tools.failure || page.reviews.failure ? 503 : 200);
}

/** The same, from the browser. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return load(publicApi, request.signal);
}

export const meta: Route.MetaFunction = () =>
  pageMeta(
    undefined,
    'Hand tools, power tools and machines for everything on site. Order online, pay by card.',
    '/',
  );

/** The home page. */
export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Banner />
      <ToolsSection first={loaderData.tools} />
      <Statistics />
      <Support />
      <Contact />
      <Reviews first={loaderData.reviews} />
      <ToolListData tools={loaderData.tools.list?.rows ?? []} />
    </>
  );
}
