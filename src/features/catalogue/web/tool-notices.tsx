import type { ToolDetails } from '#features/catalogue/contract.ts';
import { useDuty } from '#ui/client/use-duty.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { noticeTexts } from '../texts/notices.ts';
import { Prop65Warning } from './prop65-warning.tsx';

/** The label is for guarantees of more than two years (Directive 2011/83/EU, article 2(14a)). */
const isLabelled = (years: number | null): years is number => years !== null && years > 2;

/** What is said beside a tool's picture: the label of a durability guarantee, and a warning. */
export default function ToolNotices({ tool }: { tool: ToolDetails }) {
  const hasDuty = useDuty();
  const { guarantee_years: years, prop65_warning: warning } = tool;
  return (
    <div className="mt-4 space-y-4 empty:hidden">
      {isLabelled(years) && hasDuty('durability-label') && <GuaranteeLabel tool={tool} years={years} />}
      {warning !== null && hasDuty('proposition-65') && <Prop65Warning warning={warning} />}
    </div>
  );
}

/** The label of Regulation (EU) 2025/1960, annex II, as far as could be read (decision 130): years in a
 * calendar, a tick, GARAN, brand, and model. */
function GuaranteeLabel({ tool, years }: { tool: ToolDetails; years: number }) {
  const texts = noticeTexts.guarantee;
  const maker = tool.guarantee_maker ?? tool.brand ?? tool.manufacturer?.name ?? '';
  const model = tool.part_number ?? tool.name;
  return (
    <figure
      aria-label={texts.label(years, maker, model)}
      className="flex max-w-md items-center gap-3 rounded-md border-2 border-label bg-label-ground p-3 text-label sm:gap-4 sm:p-4"
    >
      <svg viewBox="0 0 64 64" aria-hidden="true" className="w-14 shrink-0 sm:w-20">
        <path
          d="M6 12h52v46H6Z"
          strokeWidth="4"
          strokeLinejoin="round"
          className="fill-label-ground stroke-label"
        />
        <path d="M6 12h52v12H6Z" className="fill-label" />
        <path d="M18 5v11M46 5v11" strokeWidth="5" strokeLinecap="round" className="stroke-label" />
        <text x="32" y="50" textAnchor="middle" fontSize="26" fontWeight="700" className="fill-label">
          {years}
        </text>
      </svg>
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-2xl font-bold tracking-wide">
          {texts.name}
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-8">
            <circle cx="12" cy="12" r="11" className="fill-label" />
            <path d="m6.5 12.5 4 4 7-8" fill="none" strokeWidth="3" className="stroke-label-mark" />
          </svg>
          <span className="text-base font-semibold">
            {years} {texts.years(years)}
          </span>
        </p>
        <p className="font-semibold wrap-anywhere">
          <SavedText text={[maker, model].filter(Boolean).join(' · ')} />
        </p>
        <p className="text-sm">
          {texts.by}. {texts.legal}
        </p>
      </div>
    </figure>
  );
}
