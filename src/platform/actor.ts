import { AsyncLocalStorage } from 'node:async_hooks';

/** The acting party, for the audit trail. */
export type Actor = {
  /** 'visitor', 'user', 'staff', 'admin', 'card_provider', 'job:…', 'command_line' or 'start'. */
  actor: string;
  userId?: string;
  /** The API key that acted for the user, if one did. */
  apiKeyId?: string | null;
  /** The id of the request, which the log has too. */
  requestId?: string;
  /** The path of the shop's page that sent the request. */
  page?: string | undefined;
  /** What the request was sent with, for the list of a person's sessions. */
  device?: { user_agent: string | null; network: string | null };
  /** The client that the request came from: an IPv4 address or an IPv6 /64. */
  client?: string;
  /** Whether only the limit of reads bounds how often the call is made: far too often to write a row each
   * time. */
  isOnlyRead?: boolean;
};

const underWay = new AsyncLocalStorage<Actor>();

/** Runs `work`, and everything it starts, as `acting`. */
export function runAsActor<Result>(acting: Actor, work: () => Result): Result {
  return underWay.run(acting, work);
}

/** The actor of the running code; a visitor by default. */
export function currentActor(): Actor {
  return underWay.getStore() ?? { actor: 'visitor' };
}

/** Who takes turns where only few can run at once: the person, else the client, else the job. */
export function currentTurnTaker(): string {
  const { userId, client, actor } = currentActor();
  return userId ?? client ?? actor;
}
