import { expect, it } from 'vitest';
import { sampleEmails } from '#tests/support/sample-emails.ts';
import { emailKinds } from './send-email.ts';

it('knows no kind of email without a sample, which is looked over as all are', () => {
  expect([...emailKinds.keys()].filter((mail) => !Object.hasOwn(sampleEmails, mail))).toEqual([]);
});
