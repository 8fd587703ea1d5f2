import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { listNoticesCall, type Notice, switchNoticeCall } from '#features/users/notices/contract.ts';
import { noticeTexts, noticesTexts as texts } from '#features/users/notices/texts.ts';
import { useCall } from '#features/users/web/session/use-call.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useAction } from '#ui/use-action.ts';
import { useSession } from './session/session.tsx';

const key = ['notices'];

/** The email notification switches of staff, saved on each change. Emails link here. */
export default function Notices() {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const notices = useCall(key, listNoticesCall, {});
  useEffect(() => {
    if (hash !== '#notices') return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [hash]);
  return (
    <section aria-labelledby="notices" className="mt-12 border-t border-line pt-8">
      <h2 ref={heading} id="notices" tabIndex={-1} className="scroll-mt-20 text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">{texts.lead}</p>
      {notices.isPending && <Skeleton className="h-72 w-full" />}
      <QueryError of={notices} />
      <ul className="divide-y divide-line">
        {notices.data?.map((notice) => (
          <li key={notice.notice}>
            <NoticeSwitch notice={notice} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoticeSwitch({ notice: { notice, isOn } }: { notice: Notice }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const turn = useAction({
    call: (on: boolean) => api.call(switchNoticeCall, { params: { notice }, body: { isOn: on } }),
    onDone: (_answer, on) =>
      queries.setQueryData<Notice[]>(key, (all) =>
        all?.map((each) => (each.notice === notice ? { ...each, isOn: on } : each)),
      ),
    failed: (error) => `${texts.failed} ${errorMessage(error)}`,
  });
  return (
    <label className="flex min-h-14 items-center gap-3 py-2">
      <input
        type="checkbox"
        aria-labelledby={`notice-${notice}`}
        aria-describedby={`notice-${notice}-hint`}
        checked={turn.isPending ? turn.variables : isOn}
        onChange={({ target }) => turn.mutate(target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <span>
        <span id={`notice-${notice}`} className="block font-semibold">
          {noticeTexts[notice].name}
        </span>
        <span id={`notice-${notice}-hint`} className="block text-sm text-ink-soft">
          {noticeTexts[notice].hint}
        </span>
      </span>
    </label>
  );
}
