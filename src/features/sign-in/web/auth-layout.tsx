import type { ReactNode } from 'react';
import { type ClientLoaderFunctionArgs, data, type LoaderFunctionArgs } from 'react-router';
import { getToolCall, type Tool } from '#features/catalogue/contract.ts';
import { canBeOrdered } from '#features/catalogue/rules.ts';
import { toolCardTexts, toolFigureTexts } from '#features/catalogue/texts/tool.ts';
import { ToolPrice } from '#features/catalogue/web/tool-price.tsx';
import { placeholderTool } from '#features/catalogue/web/tool-query.ts';
import { askedToolId } from '#features/users/web/session/require-sign-in.tsx';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { type ApiClient, ApiError, publicApi } from '#ui/client/api-client.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { accountTexts, toolAheadTexts } from '../texts.ts';

/** The page of one account form. `below` is shown under the form: links to the other account pages. */
type AccountPage = { title: string; lead?: ReactNode; below?: ReactNode; children: ReactNode };

/** A form by itself: a step on the way into an account. */
export function AuthStep(page: AccountPage) {
  return (
    <div className="page py-8 sm:py-16">
      <div className="mx-auto max-w-lg rounded-md border border-line bg-surface p-5 sm:p-10">
        <AccountForm {...page} />
      </div>
    </div>
  );
}

/** A form beside the tool that led here, else beside what an account is for; used by login and sign-up. */
export function AuthLayout({ tool, ...page }: AccountPage & { tool: Tool | undefined }) {
  return (
    <div className="page py-8 sm:py-16">
      <div className="mx-auto grid max-w-5xl overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-2 lg:grid-rows-head">
        <div className="p-5 sm:p-10 lg:row-span-2 lg:p-12">
          <AccountForm {...page} />
        </div>
        {tool ? <AskedTool tool={tool} /> : <AccountGives />}
      </div>
    </div>
  );
}

function AccountForm({ title, lead, below, children }: AccountPage) {
  return (
    <>
      <h1 className="text-3xl max-[22rem]:text-2xl">{title}</h1>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-6">{children}</div>
      {below && <div className="mt-6 border-t border-line pt-5">{below}</div>}
    </>
  );
}

function AccountGives() {
  const { heading, things } = accountTexts.gives;
  return (
    <section
      aria-label={heading}
      className="border-t border-line bg-sunken p-5 sm:p-10 lg:row-span-2 lg:border-t-0 lg:border-l lg:p-12"
    >
      <h2 className="label-caps text-ink-soft">{heading}</h2>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {things.map(({ icon, name, text }) => (
          <li key={name} className="flex gap-4 py-5">
            <Icon name={icon} className="size-6 shrink-0 text-accent" />
            <div>
              <h3 className="text-base">{name}</h3>
              <p className="mt-1 text-sm text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The provider's error, inline in red (specification, section 8). Takes no space while empty. */
export function ErrorText({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="text-sm font-medium text-bad empty:hidden">
      {children}
    </div>
  );
}

/** Loads the tool whose page led to the login. If it can't be loaded, the page is rendered
 * without it and is not cached. */
async function loadAskedTool(api: ApiClient, url: URL, signal: AbortSignal) {
  const id = askedToolId(url.searchParams.get('from'));
  try {
    return data({
      tool:
        id === undefined
          ? undefined
          : (placeholderTool(id) ?? (await api.call(getToolCall, { params: { id }, signal }))),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ tool: undefined }, error.status >= 500 ? error.status : 200);
  }
}

/** Loader of login and sign-up. */
export const loader = ({ context, url, request }: LoaderFunctionArgs) =>
  loadAskedTool(context.get(apiContext), url, request.signal);

/** The same, from the browser. */
export const clientLoader = ({ url, request }: ClientLoaderFunctionArgs) =>
  loadAskedTool(publicApi, url, request.signal);

/** The tool that led here: beside the form, or around it, so that a long description does not push it
 * away. */
function AskedTool({ tool }: { tool: Tool }) {
  const { heading, price } = toolAheadTexts;
  return (
    <>
      <section
        aria-label={heading}
        className="flex gap-4 border-line bg-sunken p-5 max-lg:order-first max-lg:border-b sm:p-10 lg:flex-col lg:border-l lg:p-12 lg:pb-0"
      >
        <ToolPicture
          of={tool}
          sizes="(min-width: 1024px) 420px, 112px"
          eager
          className="w-28 shrink-0 self-start rounded-md border border-line lg:w-full"
        />
        <div className="min-w-0 flex-1">
          <p className="label-caps text-ink-soft max-lg:sr-only">{heading}</p>
          <h2 className="wrap-anywhere text-lg lg:mt-2 lg:text-2xl">{tool.name}</h2>
          <dl className="mt-2 lg:mt-4 lg:divide-y lg:divide-line lg:border-y lg:border-line">
            <Fact label={price}>
              <ToolPrice tool={tool} className="text-lg font-bold" />
            </Fact>
            <Fact label={toolFigureTexts.min_order_quantity}>{formatCount(tool.min_order_quantity)}</Fact>
            <Fact label={toolFigureTexts.available_quantity}>{formatCount(tool.available_quantity)}</Fact>
          </dl>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 lg:mt-4">
            <Badge tone="good">{toolCardTexts.inStock}</Badge>
            {!canBeOrdered(tool) && <strong className="text-bad">{toolCardTexts.outOfStock}</strong>}
          </p>
        </div>
      </section>
      <div className="border-line bg-sunken p-5 max-lg:border-t sm:p-10 lg:border-l lg:p-12 lg:pt-5">
        <p className="wrap-anywhere max-w-prose whitespace-pre-line text-ink-soft">{tool.description}</p>
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:py-2">
      <dt className="text-sm text-ink-soft lg:text-base">{label}</dt>
      <dd className="ml-auto font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
