import { getDetailsCall } from '#features/shop-details/contract.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { publicPageMeta } from '#ui/page-meta.ts';
import { footerTexts } from '#ui/texts.ts';
import type { Route } from './+types/policy.ts';
import { Article, ArticleParts } from './article.tsx';

/** The page as the server renders it. */
export async function loader({ context, request: { signal } }: Route.LoaderArgs) {
  return (await context.get(apiContext).call(getDetailsCall, { signal })).policy;
}

const loadDetails = async () => (await import('#features/shop-details/web/load-details.ts')).loadDetails();

/** The same, from the browser. */
export async function clientLoader() {
  return (await loadDetails()).policy;
}

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: footerTexts.policy,
    description: args.loaderData?.description ?? '',
    path: '/policy',
  });

/** The shop’s policy page. */
export default function Policy({ loaderData: { opening, parts } }: Route.ComponentProps) {
  return (
    <Article title={footerTexts.policy} opening={opening}>
      <ArticleParts parts={parts} />
    </Article>
  );
}
