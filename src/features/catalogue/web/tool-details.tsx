import { type ReactNode, useId } from 'react';
import type { Units } from '#contracts/units.ts';
import type { ToolDetails, ToolDocument } from '#features/catalogue/contract.ts';
import {
  documentTexts,
  toolDetailsTexts as texts,
  toolFactTexts,
} from '#features/catalogue/texts/details.ts';
import { useRegion } from '#ui/client/load-context.ts';
import { SavedText } from '#ui/saved-text.tsx';

/** A table of a tool's specifications, weight and measures; renders nothing if none is known. */
export function ToolSpecifications({ tool }: { tool: ToolDetails }) {
  const rows = rowsOf(tool, useRegion().units);
  if (rows.length === 0) return null;
  return (
    <DetailsPart heading={texts.specifications}>
      <table className="w-full max-w-2xl border-y border-line text-left">
        <tbody className="divide-y divide-line">
          {rows.map(([name, value]) => (
            <tr key={name} className="align-top">
              <th scope="row" className="w-2/5 py-2.5 pr-4 font-normal wrap-anywhere text-ink-soft">
                <SavedText text={name} />
              </th>
              <td className="py-2.5 font-semibold wrap-anywhere">
                <SavedText text={value} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </DetailsPart>
  );
}

function rowsOf(tool: ToolDetails, units: Units): (readonly [name: string, value: string])[] {
  const { specifications } = tool;
  const isNamed = (wanted: string) => specifications.some(({ name }) => name === wanted);
  return [
    ...specifications.map(({ name, value, unit }) => [name, unit ? `${value} ${unit}` : value] as const),
    ...toolFactTexts.flatMap(({ name, write }) => {
      const value = write(tool, units);
      return value && !isNamed(name) ? [[name, value] as const] : [];
    }),
  ];
}

/** A tool's documents for download; renders nothing if there are none. */
export function ToolDocuments({ documents }: { documents: ToolDocument[] }) {
  if (documents.length === 0) return null;
  return (
    <DetailsPart heading={documentTexts.heading}>
      <ul className="max-w-2xl divide-y divide-line border-y border-line">
        {documents.map((document) => (
          <li
            key={document._id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5"
          >
            <a href={document.url} className="font-semibold text-link wrap-anywhere">
              <SavedText text={document.title} />
            </a>
            <span className="text-sm text-ink-soft">{documentTexts.about(document)}</span>
          </li>
        ))}
      </ul>
    </DetailsPart>
  );
}

function DetailsPart({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-12 lg:mt-16">
      <h2 id={headingId} className="mb-4 text-2xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}
