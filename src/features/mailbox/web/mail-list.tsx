import { Link } from 'react-router';
import type { MailboxMessage } from '#features/mailbox/contract.ts';
import { mailboxTexts } from '#features/mailbox/texts.ts';
import { classNames } from '#web/ui/class-names.ts';
import { formatMoment } from '#web/ui/format.ts';

/** The mails, newest first; pressing one opens it beside. */
export function MailList({ messages, chosenId }: { messages: MailboxMessage[]; chosenId: string }) {
  return (
    <nav
      aria-label={mailboxTexts.list}
      className="max-h-72 overflow-y-auto rounded-md border border-line bg-surface lg:col-span-2 lg:max-h-dvh"
    >
      <ul className="divide-y divide-line">
        {messages.map((message) => (
          <li key={message._id}>
            <Link
              to={`?mail=${message._id}`}
              preventScrollReset
              aria-current={message._id === chosenId ? 'true' : undefined}
              className={classNames(
                'block border-l-2 px-4 py-3 -outline-offset-2',
                message._id === chosenId
                  ? 'border-accent bg-accent-wash'
                  : 'border-transparent hover:bg-sunken',
              )}
            >
              <span className="block font-semibold">{message.subject}</span>
              <span className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
                <span className="min-w-0 wrap-anywhere">{message.to}</span>
                <time dateTime={message.sentAt} className="whitespace-nowrap tabular-nums">
                  {formatMoment(message.sentAt)}
                </time>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
