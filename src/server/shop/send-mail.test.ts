import { expect, it } from 'vitest';
import { sampleEmails } from '#tests/support/sample-emails.ts';
import { emailKinds } from './send-mail.ts';

it('has a sample of every kind of email, which is checked like all others', () => {
  expect([...emailKinds.keys()].filter((mail) => !Object.hasOwn(sampleEmails, mail))).toEqual([]);
});
