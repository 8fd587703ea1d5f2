import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
  type OwnSessionRow,
} from '../sessions-contract.ts';
import { securityTexts } from '../texts.ts';
import { SecuritySection } from './security-section.tsx';

const texts = securityTexts.sessions;

/** How many are shown at first. */
const FEW = 5;

export const sessionsKey = ['sessions'];

const currentFirst = (sessions: readonly OwnSessionRow[]) =>
  sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent));

const nameOf = ({ browser, system }: OwnSessionRow) => texts.device(browser, system);

/** The sessions of the signed-in user. */
export function useSessions() {
  const { api } = useSession();
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => api.call(listSessionsCall, { signal }),
  });
}

/** Where the signed-in user is logged in; each place is ended by itself, or all others at once. */
export function Sessions() {
  const { api } = useSession();
  const [asked, setAsked] = useState<OwnSessionRow | 'others'>();
  const [areAllShown, setAllShown] = useState(false);
  const sessions = useSessions();
  const ending = { changes: [sessionsKey], onEnd: () => setAsked(undefined) };
  const end = useAction({
    ...ending,
    call: ({ _id }: OwnSessionRow) => api.call(endSessionCall, { params: { id: _id } }),
    done: (_answer, session) => texts.ended(nameOf(session)),
  });
  const endOthers = useAction({
    ...ending,
    call: () => api.call(endOtherSessionsCall, {}),
    done: ({ deletedCount }) => texts.endedOthers(deletedCount),
  });
  const one = asked === 'others' ? undefined : asked;
  return (
    <SecuritySection title={texts.title}>
      <p className="mb-4 text-ink-soft">{texts.lead}</p>
      <QueryError of={sessions} />
      {sessions.data && (
        <>
          <ul className="mb-4 divide-y divide-line border-y border-line">
            {currentFirst(sessions.data)
              .slice(0, areAllShown ? undefined : FEW)
              .map((session) => (
                <SessionRow key={session._id} session={session} onEnd={() => setAsked(session)} />
              ))}
          </ul>
          {sessions.data.length > FEW && (
            <button
              type="button"
              className="mb-3 inline-flex min-h-6 items-center text-link"
              aria-expanded={areAllShown}
              onClick={() => setAllShown(!areAllShown)}
            >
              {areAllShown ? texts.showFewer : texts.showAll(sessions.data.length)}
            </button>
          )}
          <p className="mb-4 text-sm text-ink-soft">{texts.networkWhy}</p>
          {sessions.data.length > 1 && (
            <Button variant="secondary" onClick={() => setAsked('others')}>
              {texts.endOthers}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={one !== undefined}
        onClose={() => setAsked(undefined)}
        title={one ? texts.askEnd(nameOf(one)) : ''}
        confirmLabel={texts.end}
        isHarmless
        busy={end.isPending}
        onConfirm={() => one && end.mutate(one)}
      >
        <p className="max-w-prose">{texts.endWhy}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'others'}
        onClose={() => setAsked(undefined)}
        title={texts.askEndOthers}
        confirmLabel={texts.endOthers}
        isHarmless
        busy={endOthers.isPending}
        onConfirm={() => endOthers.mutate()}
      >
        <p className="max-w-prose">{texts.endOthersWhy}</p>
      </ConfirmDialog>
    </SecuritySection>
  );
}

function SessionRow({ session, onEnd }: { session: OwnSessionRow; onEnd: () => void }) {
  const name = nameOf(session);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {session.isCurrent && <Badge tone="good">{texts.here}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {texts.used} <Moment at={session.lastUsedAt} />
          <br />
          {texts.begun} <Moment at={session.startedAt} />
          {session.network && (
            <>
              <br />
              {texts.network(session.network)}
            </>
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button variant="secondary" size="sm" aria-label={texts.endIt(name)} onClick={onEnd}>
          {texts.end}
        </Button>
      )}
    </li>
  );
}
