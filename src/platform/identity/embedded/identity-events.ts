import type { Database } from '#platform/database/database.ts';

/** What happened to an account, and to whose. `email` is in lower case; a refused sign-in may be to no account at all. */
export type IdentityEvent =
  | {
      kind: 'signed up' | 'signed in' | 'signed out' | 'email verified' | 'password reset' | 'session stolen';
      subject: string;
    }
  | { kind: 'sign-in refused'; email: string };

/** Is told of every event, with the transaction that it happens in, or right after it with the database. */
export type NoteIdentityEvent = (event: IdentityEvent, db: Database) => Promise<void>;
