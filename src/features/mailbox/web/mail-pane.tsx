import { useState } from 'react';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import { mailboxTexts } from '#features/mailbox/texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatMoment } from '#web/ui/format.ts';
import { splitLinks } from './split-links.ts';

/**
 * An email's HTML as its frame shows it: links open a page of their own, and the inline styles, which the content policy
 * would refuse one by one, are left to the style element, which repeats them.
 */
function framed(html: string): string {
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll(/(<\w+ class="\w+") style="[^"]*"/g, '$1');
}

const parts = ['html', 'text'] as const;

/** One mail with both of its parts. */
export function MailPane({ message }: { message: MailboxMessage }) {
  const [part, setPart] = useState<(typeof parts)[number]>('html');
  return (
    <article
      aria-label={mailboxTexts.mail}
      className="min-w-0 lg:col-span-3 rounded-md border border-line bg-surface"
    >
      <header className="border-b border-line px-5 pt-4">
        <h2 className="text-xl">{message.subject}</h2>
        <p className="mt-1 text-sm text-ink-soft">
          {mailboxTexts.to} <span className="break-all">{message.to}</span>,{' '}
          <time dateTime={message.sentAt}>{formatMoment(message.sentAt)}</time>
        </p>
        {message.replyTo && (
          <p className="text-sm text-ink-soft">
            {mailboxTexts.replyTo} <span className="break-all">{message.replyTo}</span>
          </p>
        )}
        <fieldset className="mt-3 flex gap-5">
          <legend className="sr-only">{mailboxTexts.parts}</legend>
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
              {mailboxTexts.part[name]}
            </button>
          ))}
        </fieldset>
      </header>
      {part === 'html' ? (
        <iframe
          key={message._id}
          title={mailboxTexts.htmlPart}
          // No scripts, no forms, no access to this page; a link opens a page of its own.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={framed(message.html)}
          className="block h-160 w-full rounded-b-md bg-paper"
        />
      ) : (
        <TextPart text={message.text} />
      )}
    </article>
  );
}

function TextPart({ text }: { text: string }) {
  return (
    <p className="p-5 break-words whitespace-pre-wrap">
      {splitLinks(text).map(({ start, words, isLink }) =>
        isLink ? (
          <a key={start} href={words} target="_blank" rel="noreferrer" className="text-link break-all">
            {words}
          </a>
        ) : (
          words
        ),
      )}
    </p>
  );
}
