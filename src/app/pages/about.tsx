import { getDetailsCall } from '#features/shop-details/contract.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { publicPageMeta } from '#ui/page-meta.ts';
import { footerTexts } from '#ui/texts.ts';
import type { Route } from './+types/about.ts';
import { Article, ArticleParts } from './article.tsx';

/** The page as the server renders it. */
export async function loader({ context, request: { signal } }: Route.LoaderArgs) {
  return (await context.get(apiContext).call(getDetailsCall, { signal })).about;
}

const loadDetails = async () => (await import('#features/shop-details/web/load-details.ts')).loadDetails();

/** The same, from the browser. */
export async function clientLoader() {
  return (await loadDetails()).about;
}

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: footerTexts.about,
    description: args.loaderData?.description ?? '',
    path: '/about',
  });

/** The page about the shop. */
export default function About({ loaderData: { opening, parts } }: Route.ComponentProps) {
  return (
    <Article title={footerTexts.about} opening={opening}>
      <ArticleParts parts={parts} />
    </Article>
  );
}
