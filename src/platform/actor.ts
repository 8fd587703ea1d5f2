import { AsyncLocalStorage } from 'node:async_hooks';

/** Who does what is being done, for the audit trail. */
export type Actor = {
  /** 'visitor', 'user', 'staff', 'admin', 'card_provider', 'job:…', 'command_line' or 'start'. */
  actor: string;
  userId?: string;
  /** The request through which they act, by the id that the log has too. */
  requestId?: string;
  /** The path of the shop's page that sent it. */
  page?: string | undefined;
};

const underWay = new AsyncLocalStorage<Actor>();

/** Does `work`, and all that it leads to, in the name of `acting`. */
export function runAsActor<Result>(acting: Actor, work: () => Result): Result {
  return underWay.run(acting, work);
}

/** In whose name the code that asks is running; a visitor's, where nobody has said. */
export function currentActor(): Actor {
  return underWay.getStore() ?? { actor: 'visitor' };
}
