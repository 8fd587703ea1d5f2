import { SavedText } from '#ui/saved-text.tsx';
import { noticeTexts } from '../texts/notices.ts';

const texts = noticeTexts.prop65;

/** A Proposition 65 warning: the triangle, and WARNING in bold capitals, no smaller than its text (27 CCR
 * § 25602(b) and 25603). `tool` names it where a page is about several. */
export function Prop65Warning({ warning, tool }: { warning: string; tool?: string }) {
  const text = warning.replace(/^\s*⚠?\s*warning:?\s*/i, '');
  return (
    <p className="flex items-start gap-2.5 rounded-md border border-line-strong bg-surface p-3 text-sm">
      <svg viewBox="0 0 24 22" aria-hidden="true" className="mt-0.5 h-5 shrink-0">
        <path
          d="M12 1.5 23 21H1Z"
          strokeWidth="2"
          strokeLinejoin="round"
          className="fill-sign stroke-sign-line"
        />
        <path d="M12 8v6.5m0 2.5v1.4" strokeWidth="2.2" className="stroke-sign-line" />
      </svg>
      <span className="min-w-0 wrap-anywhere whitespace-pre-line">
        {tool && (
          <span className="block font-semibold">
            <SavedText text={tool} />
          </span>
        )}
        <strong>{texts.sign}:</strong> <SavedText text={text} />
      </span>
    </p>
  );
}
