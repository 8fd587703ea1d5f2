import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
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
  const [areAllShown, setAllShown] = useState(false);
  const sessions = useSessions();
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
                <SessionRow key={session._id} session={session} />
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
            <ConfirmButton
              label={texts.endOthers}
              title={texts.askEndOthers}
              isHarmless
              action={{
                call: () => api.call(endOtherSessionsCall, {}),
                changes: [sessionsKey],
                done: ({ deletedCount }) => texts.endedOthers(deletedCount),
              }}
            >
              {texts.endOthersWhy}
            </ConfirmButton>
          )}
        </>
      )}
    </SecuritySection>
  );
}

function SessionRow({ session }: { session: OwnSessionRow }) {
  const { api } = useSession();
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
        <ConfirmButton
          label={texts.end}
          title={texts.askEnd(name)}
          isHarmless
          size="sm"
          aria-label={texts.endIt(name)}
          action={{
            call: () => api.call(endSessionCall, { params: { id: session._id } }),
            changes: [sessionsKey],
            done: texts.ended(name),
          }}
        >
          {texts.endWhy}
        </ConfirmButton>
      )}
    </li>
  );
}
