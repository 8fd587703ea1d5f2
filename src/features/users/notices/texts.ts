import { counted } from '#texts/locale.ts';
import type { StaffNotice } from './contract.ts';

/** The switches on the profile of staff. */
export const noticesTexts = {
  title: 'Email notifications',
  lead: 'What we email you about. Each change is saved at once.',
  notices: {
    sale: 'A sale',
    low_stock: 'A tool running low',
    low_review: 'A review with one or two stars',
    contact_message: 'A new contact message',
    failed_job: 'A background job that failed for good',
  } satisfies Record<StaffNotice, string>,
  hints: {
    sale: 'As soon as an order is paid.',
    low_stock: 'Once, until it’s restocked.',
    low_review: 'You can answer it or hide it.',
    contact_message: 'Sent through the Get In Touch form.',
    failed_job: 'An email or a refund, say, that didn’t work after many tries.',
  } satisfies Record<StaffNotice, string>,
  failed: 'We couldn’t save that.',
};

/** How an email to the staff ends. */
export const noticeEmailTexts = {
  whyShop: 'You’re getting this email because this is the shop’s contact address.',
  whyStaff: (url: string) =>
    `You’re getting this email because you’re on the shop’s staff. To turn it off, open Email notifications on your profile: ${url}`,
};

/** The email about jobs that were given up. */
export const failedJobEmailTexts = {
  subject: (jobs: number) => counted(jobs, { one: '# job failed', other: '# jobs failed' }),
  job: 'Job',
  times: (job: string, count: number) => (count === 1 ? job : `${job} (${count})`),
  text: 'These jobs were tried for about four days and won’t be tried again. The shop’s log says why they failed.',
};
