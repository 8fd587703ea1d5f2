import type { Profile, UserRow } from '#contracts/user.ts';
import type { UserRecord } from './user-store.ts';

/** Turns a stored user into a row of the admins' table. */
export function toWireUser(user: UserRecord): UserRow {
  return {
    email: user.email,
    displayName: user.display_name,
    role: user.role,
    emailVerified: user.email_verified,
  };
}

/** Turns a stored user into their profile on the wire. */
export function toWireProfile(user: UserRecord): Profile {
  const { education, linkedin, phone, city, district } = user;
  return { ...toWireUser(user), name: user.display_name, education, linkedin, phone, city, district };
}
