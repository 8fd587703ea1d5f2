import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { listMailboxMessagesCall, type MailboxMessage } from '#features/mailbox/contract.ts';
import { mailboxTexts as texts } from '#features/mailbox/texts.ts';
import { PageLoader } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { ApiError } from '#ui/client/api-client.ts';
import { QueryProvider } from '#ui/client/query-provider.tsx';
import '#ui/styles/dashboard.css';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The trial mailbox: every email that the shop sent, for local requests and admins. */
export default function Mailbox() {
  const { status, user } = useSession();
  return (
    <div className="page py-8">
      <h1 className="text-2xl sm:text-3xl">{texts.title}</h1>
      {status === 'loading' ? (
        <PageLoader />
      ) : (
        <QueryProvider key={user?.email ?? ''}>
          <Messages />
        </QueryProvider>
      )}
    </div>
  );
}

function Messages() {
  const mails = useCall(['mailbox'], listMailboxMessagesCall, { query: {}, staleTime: 0 });
  const { data, error, isFetching } = mails;
  if (error) {
    const status = error instanceof ApiError ? error.status : 0;
    const note = status === 404 ? texts.none : status === 401 || status === 403 ? texts.closed : undefined;
    return <div className="mt-6">{note ? <Note {...note} /> : <QueryError of={mails} />}</div>;
  }
  if (!data) return <Skeleton className="mt-6 h-96 w-full" />;
  return (
    <>
      <div className="mt-2 mb-6 flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-prose text-ink-soft">{texts.lead}</p>
        <Button variant="secondary" size="sm" busy={isFetching} onClick={() => void mails.refetch()}>
          {texts.refresh}
        </Button>
      </div>
      <Reader messages={data} />
    </>
  );
}

function Note({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState title={title}>
      <p>{text}</p>
    </EmptyState>
  );
}

/** The emails, newest first, beside the one selected in the URL, else the newest. */
function Reader({ messages }: { messages: MailboxMessage[] }) {
  const [search] = useSearchParams();
  const chosen = messages.find((message) => message._id === search.get('mail')) ?? messages[0];
  if (!chosen) return <Note {...texts.empty} />;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-5">
      <nav
        aria-label={texts.list}
        className="max-h-72 overflow-y-auto rounded-md border border-line bg-surface lg:col-span-2 lg:max-h-dvh"
      >
        <ul className="divide-y divide-line">
          {messages.map((message) => (
            <li key={message._id}>
              <MailLink message={message} isChosen={message === chosen} />
            </li>
          ))}
        </ul>
      </nav>
      <MailPane message={chosen} />
    </div>
  );
}

function MailLink({ message, isChosen }: { message: MailboxMessage; isChosen: boolean }) {
  return (
    <Link
      to={`?mail=${message._id}`}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'block border-l-2 px-4 py-3 -outline-offset-2',
        isChosen ? 'border-accent bg-accent-wash' : 'border-transparent hover:bg-sunken',
      )}
    >
      <span className="block font-semibold">
        <SavedText text={message.subject} />
      </span>
      <span className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <span className="min-w-0 wrap-anywhere">{message.to}</span>
        <Moment at={message.sentAt} className="whitespace-nowrap" />
      </span>
    </Link>
  );
}

const parts = ['html', 'text'] as const;

function MailPane({ message }: { message: MailboxMessage }) {
  const [part, setPart] = useState<(typeof parts)[number]>('html');
  return (
    <article
      aria-label={texts.mail}
      className="min-w-0 lg:col-span-3 rounded-md border border-line bg-surface"
    >
      <header className="border-b border-line px-5 pt-4">
        <h2 className="text-xl">
          <SavedText text={message.subject} />
        </h2>
        <p className="mt-1 text-sm text-ink-soft">
          {texts.to} <span className="wrap-anywhere">{message.to}</span>, <Moment at={message.sentAt} />
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
          // No scripts, no forms, no access to this page; links open in a new page.
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

// Makes links open in a new page; the style element repeats the inline styles, which the content policy would
// block.
function framed(html: string): string {
  return html
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll(/(<\w+ class="\w+") style="[^"]*"/g, '$1');
}

/** Splits plain text into http(s) links and the text between them, each with its offset. */
export function splitLinks(text: string): { start: number; words: string; isLink: boolean }[] {
  let start = 0;
  return text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).flatMap((words, nth) => {
    start += words.length;
    return words ? [{ start: start - words.length, words, isLink: nth % 2 === 1 }] : [];
  });
}
