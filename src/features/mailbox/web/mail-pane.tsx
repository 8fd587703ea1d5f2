import { useState } from 'react';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import { mailboxTexts as texts } from '#features/mailbox/texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatMoment } from '#web/ui/format.ts';

const parts = ['html', 'text'] as const;

/** One email with both of its parts. */
export function MailPane({ message }: { message: MailboxMessage }) {
  const [part, setPart] = useState<(typeof parts)[number]>('html');
  return (
    <article
      aria-label={texts.mail}
      className="min-w-0 lg:col-span-3 rounded-md border border-line bg-surface"
    >
      <header className="border-b border-line px-5 pt-4">
        <h2 className="text-xl">{message.subject}</h2>
        <p className="mt-1 text-sm text-ink-soft">
          {texts.to} <span className="break-all">{message.to}</span>,{' '}
          <time dateTime={message.sentAt}>{formatMoment(message.sentAt)}</time>
        </p>
        {message.replyTo && (
          <p className="text-sm text-ink-soft">
            {texts.replyTo} <span className="break-all">{message.replyTo}</span>
          </p>
        )}
        <fieldset className="mt-3 flex gap-5">
          <legend className="sr-only">{texts.parts}</legend>
          {parts.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={part === name}
              onClick={() => setPart(name)}
              className={classNames(
                '-mb-px min-h-10 border-b-2 text-sm font-semibold',
                part === name ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {texts.part[name]}
            </button>
          ))}
        </fieldset>
      </header>
      {part === 'html' ? (
        <iframe
          key={message._id}
          title={texts.htmlPart}
          // No scripts, no forms, no access to this page; a link opens a page of its own.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={framed(message.html)}
          className="block h-160 w-full rounded-b-md bg-paper"
        />
      ) : (
        <p className="p-5 break-words whitespace-pre-wrap">
          {splitLinks(message.text).map(({ start, words, isLink }) =>
            isLink ? (
              <a key={start} href={words} target="_blank" rel="noreferrer" className="text-link break-all">
                {words}
              </a>
            ) : (
              words
            ),
          )}
        </p>
      )}
    </article>
  );
}

/**
 * An email's HTML as its frame shows it: links open a page of their own, and the inline styles, which the content policy
 * would refuse one by one, are left to the style element, which repeats them.
 */
function framed(html: string): string {
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll(/(<\w+ class="\w+") style="[^"]*"/g, '$1');
}

/** Splits a plain text into its http(s) links and the words between them, each with its place in the text. */
export function splitLinks(text: string): { start: number; words: string; isLink: boolean }[] {
  let start = 0;
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).flatMap((words, nth) => {
    start += words.length;
    return words ? [{ start: start - words.length, words, isLink: nth % 2 === 1 }] : [];
  });
}
