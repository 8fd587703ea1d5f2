import { counted } from '#texts/locale.ts';
import type { StaffNotice, StoppableNotice } from './contract.ts';

/** The switches on the profile of staff. */
export const noticesTexts = {
  title: 'Email notifications',
  lead: 'What we email you about. Each change is saved at once.',
  notices: {
    sale: 'A sale',
    quote: 'A quote',
    low_stock: 'A tool running low',
    low_review: 'A review with one or two stars',
    contact_message: 'A new contact message',
    failed_refund: 'A refund that failed',
    dispute: 'A disputed payment',
    failed_job: 'A background job that failed for good',
  } satisfies Record<StaffNotice, string>,
  hints: {
    sale: 'As soon as an order is paid.',
    quote: 'When a buyer asks for one, accepts or declines it.',
    low_stock: 'Once, until it’s restocked.',
    low_review: 'You can answer it or hide it.',
    contact_message: 'Sent through the Get In Touch form.',
    failed_refund: 'As soon as the card provider says so. You can try it again.',
    dispute: 'When a buyer’s bank disputes a payment, and when that’s decided.',
    failed_job: 'An email or a refund, say, that didn’t work after many tries.',
  } satisfies Record<StaffNotice, string>,
  failed: 'We couldn’t save that.',
};

/** The page that an email leads to whose reader wants no more of its kind. */
export const stopEmailsTexts = {
  title: 'Stop emails',
  description: 'Stop one kind of email from the shop.',
  lead: 'You won’t get any more emails of this kind. You’ll still get emails about your own orders.',
  stop: 'Stop these emails',
  stopped: {
    sale: 'We’ll no longer email you about sales.',
    quote: 'We’ll no longer email you about quotes.',
    low_stock: 'We’ll no longer email you about tools running low.',
    low_review: 'We’ll no longer email you about low reviews.',
    contact_message: 'We’ll no longer email you about contact messages.',
    failed_refund: 'We’ll no longer email you about failed refunds.',
    dispute: 'We’ll no longer email you about disputed payments.',
    failed_job: 'We’ll no longer email you about failed jobs.',
    restock: 'We’ll no longer email you about tools that are back in stock.',
  } satisfies Record<StoppableNotice, string>,
  refused: 'This link is incomplete. Open it from the email again.',
  toTools: 'Shop all tools',
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
