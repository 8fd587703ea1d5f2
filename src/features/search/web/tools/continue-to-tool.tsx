import { useState } from 'react';
import { useLocation } from 'react-router';
import { askedToolTexts as texts } from '#features/catalogue/texts/tool.ts';
import { toolPath } from '#features/catalogue/tool-path-rules.ts';
import { type continueTo, setPlaceholderTool } from '#features/catalogue/web/tool-query.ts';
import { LinkButton } from '#ui/button.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';

/** The way on to the tool that led to the sign-up (decision 19); after a reload none, as
 * the page of the server has none. */
export function ContinueToTool() {
  const hydrated = useHydrated();
  const { state }: { state: ReturnType<typeof continueTo> | null } = useLocation();
  const [tool] = useState(() => (hydrated ? state?.continueTo : undefined));
  if (!tool) return null;
  return (
    <div className="mb-5 flex items-center gap-4 rounded-md border border-line bg-surface p-3 sm:p-4">
      <ToolPicture
        of={tool}
        sizes="96px"
        eager
        className="w-20 shrink-0 rounded-md border border-line sm:w-24"
      />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-semibold">{texts.accountReady}</p>
        <LinkButton
          to={toolPath(tool)}
          onClick={() => setPlaceholderTool(tool)}
          className="wrap-anywhere py-1"
        >
          {texts.continueTo(tool.name)}
        </LinkButton>
      </div>
    </div>
  );
}
