import { data } from 'react-router';
import type { ShopDetails } from '#contracts/shop-details.ts';
import { type Card, listCardsCall, type Tool } from '#features/catalogue/contract.ts';
import { familyPicture, isFamilyCard } from '#features/catalogue/web/family-of-card.ts';
import { getDetailsCall } from '#features/shop-details/contract.ts';
import { LinkButton } from '#ui/button.tsx';
import { type ApiClient, publicApi } from '#ui/client/api-client.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { publicPageMeta } from '#ui/page-meta.ts';
import { footerTexts } from '#ui/texts.ts';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { Route } from './+types/portfolio.ts';
import { Article } from './article.tsx';

/** Number of tools shown per range. */
const SHOWN = 3;

type ShownTool = Pick<Tool, '_id' | 'name' | 'img' | 'picture'>;

/** Loads some tools of each range, in the order of the texts; `undefined` for a range that could not be
 * loaded. */
function loadRanges(
  api: ApiClient,
  { ranges }: ShopDetails['portfolio'],
  signal: AbortSignal,
): Promise<(ShownTool[] | undefined)[]> {
  return Promise.all(
    ranges.map(async ({ name }) => {
      const found = await api
        .list(listCardsCall, { query: { category: name, limit: SHOWN }, signal })
        .catch(() => undefined);
      return found?.rows.map(toShown);
    }),
  );
}

const toShown = (card: Card): ShownTool =>
  isFamilyCard(card)
    ? { _id: card._id, name: card.family.name, ...familyPicture(card) }
    : { _id: card._id, name: card.name, img: card.img, picture: card.picture };

/** The page as the server renders it. Without its pictures it still renders, but answers 503, so that it is
 * not cached. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { signal } = request;
  const api = context.get(apiContext);
  const { portfolio } = await api.call(getDetailsCall, { signal });
  const tools = await loadRanges(api, portfolio, signal);
  return data({ portfolio, tools }, tools.includes(undefined) ? 503 : 200);
}

const loadDetails = async () => (await import('#features/shop-details/web/load-details.ts')).loadDetails();

/** The same, from the browser. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { portfolio } = await loadDetails();
  return { portfolio, tools: await loadRanges(publicApi, portfolio, request.signal) };
}

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, {
    title: footerTexts.portfolio,
    description: args.loaderData?.portfolio.description ?? '',
    path: '/portfolio',
  });

/** The ranges that the shop carries, each with some of its tools. */
export default function Portfolio({ loaderData: { portfolio, tools } }: Route.ComponentProps) {
  return (
    <Article title={footerTexts.portfolio} opening={portfolio.opening}>
      {portfolio.ranges.map((range, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none moves.
        <Range key={index} {...range} tools={tools[index] ?? []} />
      ))}
    </Article>
  );
}

function Range({
  name,
  text,
  link,
  tools,
}: ShopDetails['portfolio']['ranges'][number] & { tools: ShownTool[] }) {
  return (
    <section className="grid items-start gap-x-10 gap-y-6 border-t border-line py-8 lg:grid-cols-3 lg:py-12">
      <div>
        <h2 className="text-xl">{name}</h2>
        <p className="mt-3 max-w-prose text-ink-soft">{text}</p>
        <LinkButton
          to={`/tools?${new URLSearchParams({ category: name })}`}
          variant="secondary"
          className="mt-5"
        >
          {link}
        </LinkButton>
      </div>
      <ul className="grid grid-cols-3 gap-3 lg:col-span-2 lg:gap-5">
        {tools.map((tool) => (
          <li key={tool._id}>
            <ToolPicture
              of={tool}
              alt={tool.name}
              sizes="(width >= 1024px) 260px, 30vw"
              className="rounded-md border border-line"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
