import type { Database } from '#platform/database/database.ts';

/** An event of an account. `email` is in lower case; a refused sign-in may be to no existing account. */
export type IdentityEvent =
  | { kind: 'signed_up' | 'signed_in' | 'signed_out' | 'email_verified' | 'password_reset'; subject: string }
  | { kind: 'session_ended' | 'other_sessions_ended' | 'password_changed'; subject: string }
  | {
      kind:
        | 'second_factor_asked'
        | 'second_factor_refused'
        | 'recovery_code_used'
        | 'recovery_codes_renewed'
        | 'factors_reset';
      subject: string;
    }
  | { kind: 'factor_added' | 'factor_removed'; subject: string; factor: 'authenticator' | 'passkey' }
  | { kind: 'sign_in_refused'; email: string };

/** Receives every event, with its transaction, or right after it with the database. */
export type NoteIdentityEvent = (event: IdentityEvent, db: Database) => Promise<void>;
