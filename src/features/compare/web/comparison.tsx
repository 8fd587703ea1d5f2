import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { getToolCall, type ToolDetails } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { AddCart } from '#features/catalogue/web/tool-card.tsx';
import { ToolPrice } from '#features/catalogue/web/tool-price.tsx';
import { PageLoader, RequireSignIn } from '#features/users/web/session/require-sign-in.tsx';
import { formatCount } from '#texts/locale.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { type ApiClient, ApiError, publicApi } from '#ui/client/api-client.ts';
import {
  apiContext,
  settingsContext,
  usePrice,
  useRegion,
  useShopSettings,
} from '#ui/client/load-context.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { EmptyState, ErrorState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { PriceNote } from '#ui/price.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { failureText } from '#ui/use-list.ts';
import { rowOf, specificationRows } from '../row-rules.ts';
import { comparisonPath, MAX_COMPARED, readComparison } from '../rules.ts';
import { compareTexts as texts } from '../texts.ts';
import '#ui/styles/dashboard.css';
import { setCompared } from './compared.ts';

/** Tools by their ids, in order; null for one that is not in the shop. */
function loadTools(api: ApiClient, ids: readonly string[], signal?: AbortSignal) {
  return Promise.all(
    ids.map(async (id): Promise<ToolDetails | null> => {
      try {
        return await api.call(getToolCall, { params: { id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    }),
  );
}

const comparisonQuery = (ids: readonly string[]) => ({
  queryKey: ['comparison', ...ids],
  queryFn: ({ signal }: { signal: AbortSignal }) => loadTools(publicApi, ids, signal),
});

type Loaded = { tools?: (ToolDetails | null)[] };

/** The page as the server renders it: the tools if everyone may see them (decision 31). */
export async function loader({ context, url, request: { signal } }: LoaderFunctionArgs) {
  if (context.get(settingsContext).toolPages !== 'public') return data<Loaded>({});
  const { ids } = readComparison(url.searchParams);
  try {
    return data<Loaded>({ tools: await loadTools(context.get(apiContext), ids, signal) });
  } catch {
    return data<Loaded>({}, 503);
  }
}

/** The same, from the browser. */
export async function clientLoader({ url }: ClientLoaderFunctionArgs): Promise<Loaded> {
  const { ids } = readComparison(url.searchParams);
  const tools = await publicQueries.query(comparisonQuery(ids)).catch(() => undefined);
  return tools ? { tools } : {};
}

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Up to four tools side by side, by address; in a shop whose tool pages are for members, for these. */
export default function Comparison() {
  const loaded = useLoaderData<Loaded>();
  const { toolPages } = useShopSettings();
  const page = () => <ComparisonPage loaded={loaded} />;
  return toolPages === 'members' ? <RequireSignIn loader={<PageLoader />}>{page}</RequireSignIn> : page();
}

function ComparisonPage({ loaded }: { loaded: Loaded }) {
  const [query] = useSearchParams();
  const { ids, isOnlyDifferences } = readComparison(query);
  const asked = useQuery({
    ...comparisonQuery(ids),
    ...(loaded.tools?.length === ids.length && { initialData: loaded.tools }),
  });
  const tools = asked.data?.filter((tool) => tool !== null) ?? [];
  const gone = (asked.data?.length ?? 0) - tools.length;
  return (
    <div className="page compared py-5 lg:py-10">
      <h1 className="text-2xl lg:text-4xl">{texts.heading}</h1>
      <PriceNote className="mt-1" />
      {asked.error && !asked.data && (
        <ErrorState
          message={failureText(texts.failed, asked.error)}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      )}
      {gone > 0 && <p className="mt-3">{texts.gone(gone)}</p>}
      {asked.isPending && ids.length > 0 && <PageLoader />}
      {asked.data && tools.length === 0 && (
        <EmptyState title={texts.none}>
          <p>{texts.noneWhy}</p>
          <LinkButton to="/tools" className="mt-5">
            {texts.toTools}
          </LinkButton>
        </EmptyState>
      )}
      {tools.length > 0 && <Compared tools={tools} isOnlyDifferences={isOnlyDifferences} />}
    </div>
  );
}

type ComparedProps = { tools: ToolDetails[]; isOnlyDifferences: boolean };

function Compared({ tools, isOnlyDifferences }: ComparedProps) {
  const rows = useRows(tools);
  const ids = tools.map(({ _id }) => _id);
  const isMarking = tools.length > 1;
  const shown = isMarking && isOnlyDifferences ? rows.filter(({ isDifferent }) => isDifferent) : rows;
  return (
    <>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
        {tools.length < MAX_COMPARED && (
          <LinkButton variant="secondary" size="sm" to="/tools" onClick={() => setCompared(tools)}>
            {texts.addTool}
          </LinkButton>
        )}
        {isMarking && (
          <Link
            to={comparisonPath(ids, !isOnlyDifferences)}
            replace
            preventScrollReset
            className="text-link inline-flex min-h-8 items-center text-sm"
          >
            {isOnlyDifferences ? texts.allRows : texts.onlyDifferences}
          </Link>
        )}
        <Button variant="quiet" size="sm" onClick={() => print()}>
          {texts.print}
        </Button>
        {isMarking && (
          <p className="text-sm text-ink-soft">
            {rows.some(({ isDifferent }) => isDifferent) ? texts.marked : texts.same}
          </p>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={texts.heading} tabIndex={0} className="compared-table">
        <table>
          <thead>
            <tr>
              <td />
              {tools.map((tool) => (
                <ToolHead key={tool._id} tool={tool} others={ids.filter((id) => id !== tool._id)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, cells, isDifferent }) => (
              <tr key={name} className={isMarking && isDifferent ? 'is-different' : undefined}>
                <th scope="row">
                  <SavedText text={name} />
                  {isMarking && isDifferent && <span className="sr-only"> ({texts.differs})</span>}
                </th>
                {cells.map((cell, nth) => (
                  <td key={ids[nth]}>{cell ?? <Unknown />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const Unknown = () => (
  <>
    <span aria-hidden="true">{texts.unknown}</span>
    <span className="sr-only">{texts.notKnown}</span>
  </>
);

/** A tool at the head of its column, which leads to ordering it, and a link that takes it out. */
function ToolHead({ tool, others }: { tool: ToolDetails; others: string[] }) {
  const nameId = `compared-${tool._id}`;
  return (
    <th scope="col">
      <div className="relative flex h-full flex-col gap-2">
        <ToolPicture
          of={tool}
          sizes="(min-width: 1024px) 260px, 152px"
          eager
          className="rounded-md border border-line print:w-28"
        />
        <Link id={nameId} to={toolPath(tool)} className="text-link wrap-anywhere">
          <SavedText text={tool.name} />
        </Link>
        <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 whitespace-nowrap print:hidden">
          <AddCart tool={tool} nameId={nameId} size="sm" />
          <Link
            to={comparisonPath(others)}
            replace
            preventScrollReset
            onClick={() => setCompared([])}
            aria-label={`${texts.remove} ${tool.name}`}
            className="text-link relative z-1 inline-flex min-h-8 items-center text-sm font-normal"
          >
            {texts.remove}
          </Link>
        </div>
      </div>
    </th>
  );
}

type ShownRow = { name: string; cells: ReactNode[]; isDifferent: boolean };

/** All rows: what every tool has, and then their specifications. */
function useRows(tools: ToolDetails[]): ShownRow[] {
  const price = usePrice();
  const { units } = useRegion();
  const common = (name: string, write: (tool: ToolDetails) => string | null, cellOf: CellOf = write) => {
    const row = rowOf(name, tools.map(write));
    return row && { ...row, cells: tools.map(cellOf) };
  };
  const breaksOf = (tool: ToolDetails) =>
    tool.price_breaks
      .filter(({ quantity }) => quantity > tool.min_order_quantity)
      .map((each) => texts.break(formatCount(each.quantity), price(each.price)))
      .join('\n') || null;
  const { rows } = texts;
  return [
    common(
      rows.price,
      (tool) => price(tool.unit_price),
      (tool) => <ToolPrice tool={tool} className="font-bold" />,
    ),
    common(rows.breaks, breaksOf),
    common(rows.minimum, (tool) => formatCount(tool.min_order_quantity)),
    common(rows.pack, (tool) => (tool.pack_step > 1 ? formatCount(tool.pack_step) : null)),
    common(rows.available, (tool) => formatCount(tool.available_quantity)),
    common(
      rows.rating,
      (tool) => (tool.rating === null ? null : `${tool.rating} ${tool.rating_count}`),
      (tool) =>
        tool.rating === null ? null : <AverageRating rating={tool.rating} count={tool.rating_count} />,
    ),
    common(rows.brand, ({ brand }) => brand),
    common(rows.category, ({ category }) => category),
    common(rows.partNumber, ({ part_number }) => part_number),
    ...specificationRows(tools, units).map((row) => ({
      ...row,
      cells: row.values.map((value) => (value === null ? null : <SavedText key={value} text={value} />)),
    })),
  ].filter((row) => row !== null);
}

type CellOf = (tool: ToolDetails) => ReactNode;
