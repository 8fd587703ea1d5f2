import { type ReactNode, useId } from 'react';
import type { Units } from '#contracts/units.ts';
import type { ToolDetails, ToolDocument } from '#features/catalogue/contract.ts';
import {
  documentTexts,
  toolDetailsTexts as texts,
  toolFactTexts,
} from '#features/catalogue/texts/details.ts';
import { noticeTexts as notices } from '#features/catalogue/texts/notices.ts';
import { useRegion } from '#ui/client/load-context.ts';
import { useDuty } from '#ui/client/use-duty.ts';
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

/** Who made a tool, who answers for it in the Union, and what it warns of, where the law wants it said. */
export function ToolSafety({ tool }: { tool: ToolDetails }) {
  const hasDuty = useDuty();
  const { manufacturer, responsible_person, safety_warnings } = tool;
  const maker = manufacturer && [manufacturer.name, manufacturer.address, manufacturer.email];
  const facts = [
    [notices.safety.manufacturer, maker?.filter(Boolean).join('\n')],
    [notices.safety.responsible_person, responsible_person],
    [notices.safety.warnings, safety_warnings],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  if (facts.length === 0 || !hasDuty('product-safety')) return null;
  return (
    <DetailsPart heading={notices.safety.heading}>
      <dl className="max-w-2xl divide-y divide-line border-y border-line">
        {facts.map(([name, words]) => (
          <div key={name} className="py-2.5 sm:flex sm:gap-4">
            <dt className="text-ink-soft sm:w-2/5 sm:shrink-0">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">
              <SavedText text={words} />
            </dd>
          </div>
        ))}
      </dl>
    </DetailsPart>
  );
}

/** How a tool with electrical parts or batteries is disposed of, with the crossed-out bin. */
export function ToolDisposal({ tool: { disposal, disposal_note } }: { tool: ToolDetails }) {
  const hasDuty = useDuty();
  if (disposal === null || !(hasDuty('electrical-waste') || hasDuty('batteries'))) return null;
  const { electrical, batteries } = notices.disposal;
  const usual = { electrical, batteries, both: `${electrical}\n${batteries}` };
  return (
    <DetailsPart heading={notices.disposal.heading}>
      <div className="flex max-w-2xl gap-4 border-y border-line py-3">
        <CrossedOutBin />
        <p className="whitespace-pre-line wrap-anywhere">
          <SavedText text={disposal_note ?? usual[disposal as keyof typeof usual]} />
        </p>
      </div>
    </DetailsPart>
  );
}

/** The sign of separate collection (Directive 2012/19/EU, annex IX; Regulation (EU) 2023/1542, annex VI). */
const CrossedOutBin = () => (
  <svg viewBox="0 0 48 60" aria-hidden="true" className="w-12 shrink-0 self-start">
    <g fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinejoin="round">
      <path d="M12 15h26l-3 31H15Zm-2-4h30v4H10Zm10-3h8v3h-8Z" />
      <circle cx="32" cy="48" r="3.5" />
      <path d="M5 5l38 44M43 5 5 49" />
    </g>
    <path d="M10 53h28v6H10Z" fill="currentColor" />
  </svg>
);

function DetailsPart({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-12 lg:mt-8">
      <h2 id={headingId} className="mb-4 text-xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}
