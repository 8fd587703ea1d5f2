import { useState } from 'react';
import { mailPaperStyle } from '#contracts/mail-style.ts';
import type { MailboxMessage } from '#contracts/mailbox.ts';
import { mailboxTexts } from '#texts/mailbox.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatMoment } from '#web/ui/format.ts';
import { splitLinks } from './split-links.ts';

/** What stands before a mail's HTML: links open a page of their own. */
const setting = `<base target="_blank"><style>${mailPaperStyle}</style>`;
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
          srcDoc={`${setting}${message.html}`}
          className="block h-112 w-full rounded-b-md"
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
