import { data } from 'react-router';
import { getLegalPageCall, type PublishedText } from '#features/legal/contract.ts';
import { legalPageTexts as texts } from '#features/legal/texts.ts';
import { type ApiClient, ApiError, publicApi } from '#ui/client/api-client.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { useTimes } from '#ui/moments.ts';
import { publicPageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/legal.ts';
import { Article, ArticleParts } from './article.tsx';

/** Loads a page, or the earlier version of it that the address names. @throws Response 404 */
async function load(api: ApiClient, page: string, request: Request): Promise<PublishedText> {
  const version = new URL(request.url).searchParams.get('version') ?? undefined;
  try {
    return await api.call(getLegalPageCall, {
      params: { page: page as PublishedText['page'] },
      query: { version },
      signal: request.signal,
    });
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
    if (isMissing) throw data(null, 404);
    throw error;
  }
}

/** The page as the server renders it. */
export const loader = ({ params, context, request }: Route.LoaderArgs) =>
  load(context.get(apiContext), params.page, request);

/** The same, from the browser. */
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  load(publicApi, params.page, request);

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: args.loaderData?.title ?? '',
    description: args.loaderData?.opening ?? '',
    path: `/legal/${args.params.page}`,
  });

/** A legal page of the shop, with the version that was published and when. */
export default function Legal({ loaderData }: Route.ComponentProps) {
  const { title, opening, parts, picture, version, publishedAt } = loaderData;
  const times = useTimes();
  return (
    <Article title={title} opening={opening}>
      {picture && (
        <p className="pb-8">
          <img
            {...sizeOf(picture)}
            src={picture.address}
            alt={texts.notice}
            className="h-auto w-full max-w-lg bg-white"
          />
        </p>
      )}
      <ArticleParts parts={parts} />
      <p className="border-t border-line py-6 text-sm text-ink-soft">
        {texts.version(version)} <time dateTime={publishedAt}>{times.moment(publishedAt)}</time>
      </p>
    </Article>
  );
}

const sizeOf = ({ width, height }: NonNullable<PublishedText['picture']>) => ({ width, height });
