import type { Profile, UserRow } from './contract.ts';
import type { UserRecord } from './store.ts';

/** Turns a stored user into a row of the admins' table. */
export function serializeUser(user: UserRecord): UserRow {
  return {
    email: user.email,
    displayName: user.display_name,
    role: user.role,
    emailVerified: user.email_verified,
  };
}

/** Turns a stored user into their profile on the wire. */
export function serializeProfile(user: UserRecord): Profile {
  const { education, linkedin, phone, city, district } = user;
  return { ...serializeUser(user), name: user.display_name, education, linkedin, phone, city, district };
}
