import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { ToolPrice } from '#features/catalogue/web/tool-price.tsx';
import { setPlaceholderTool } from '#features/catalogue/web/tool-query.ts';
import { publicApi } from '#ui/client/api-client.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { RelatedTools as Answer, getRelatedToolsCall } from '../contract.ts';
import { relatedTexts as texts } from '../page-texts.ts';

/** The call without its schemas, which are more code than this page has before a call is made. */
const call = { method: 'GET', path: '/tool/:id/related' } as typeof getRelatedToolsCall;

/** A tool's accessories, and what its buyers also bought. Loaded in the browser, and left out where there are
 * none, or the shop does not answer. */
export function RelatedTools({ toolId }: { toolId: string }) {
  const { data } = useQuery(
    {
      queryKey: ['tool', toolId, 'related'],
      queryFn: async ({ signal }): Promise<Answer> =>
        (await publicApi.request(call, { params: { id: toolId }, signal })).json(),
      enabled: !import.meta.env.SSR,
    },
    publicQueries,
  );
  return (
    <>
      <ToolRow heading={texts.accessories} tools={data?.accessories ?? []} />
      <ToolRow heading={texts.bought} tools={data?.bought ?? []} />
    </>
  );
}

function ToolRow({ heading, tools }: { heading: string; tools: Tool[] }) {
  const id = useId();
  if (tools.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-12 lg:mt-16">
      <h2 id={id} className="mb-4 text-xl">
        {heading}
      </h2>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-4">
        {tools.map((tool) => (
          <li
            key={tool._id}
            className="relative flex flex-col overflow-hidden rounded-md border border-line bg-surface has-[a:hover]:border-line-strong"
          >
            <ToolPicture of={tool} sizes="(min-width: 768px) 24vw, 46vw" className="border-b border-line" />
            <div className="flex flex-1 flex-col gap-2 p-3">
              <Link
                to={toolPath(tool)}
                onClick={() => setPlaceholderTool(tool)}
                className="line-clamp-3 font-semibold wrap-anywhere after:absolute after:inset-0"
              >
                <SavedText text={tool.name} />
              </Link>
              <p className="mt-auto">
                <ToolPrice tool={tool} className="font-bold" />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
