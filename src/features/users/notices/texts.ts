import { counted } from '#texts/locale.ts';
import type { StaffNotice } from './contract.ts';

type NoticeTexts = {
  /** Shown at its switch and in the audit trail. */
  name: string;
  /** Shown after unsubscribing by the link in an email. */
  stopped: string;
};

/** All texts about each kind of email to staff, and about those that anyone can subscribe to. */
export const noticeTexts: Record<StaffNotice, NoticeTexts & { hint: string }> &
  Record<'restock', NoticeTexts> = {
  sale: {
    name: 'A sale',
    hint: 'As soon as an order is paid.',
    stopped: 'We’ll no longer email you about sales.',
  },
  quote: {
    name: 'A quote',
    hint: 'When a buyer requests, accepts, or declines one.',
    stopped: 'We’ll no longer email you about quotes.',
  },
  return: {
    name: 'A return',
    hint: 'When a buyer requests one.',
    stopped: 'We’ll no longer email you about returns.',
  },
  low_stock: {
    name: 'A tool running low',
    hint: 'Once, until it’s restocked.',
    stopped: 'We’ll no longer email you about tools running low.',
  },
  low_review: {
    name: 'A review with one or two stars',
    hint: 'You can answer it or hide it.',
    stopped: 'We’ll no longer email you about low reviews.',
  },
  contact_message: {
    name: 'A new contact message',
    hint: 'Sent through the Get In Touch form.',
    stopped: 'We’ll no longer email you about contact messages.',
  },
  failed_refund: {
    name: 'A refund that failed',
    hint: 'As soon as the card provider says so. You can try it again.',
    stopped: 'We’ll no longer email you about failed refunds.',
  },
  dispute: {
    name: 'A disputed payment',
    hint: 'When a buyer’s bank disputes a payment, and when that’s decided.',
    stopped: 'We’ll no longer email you about disputed payments.',
  },
  failed_job: {
    name: 'A task that failed permanently',
    hint: 'For example, an email or a refund that still didn’t work after many tries.',
    stopped: 'We’ll no longer email you about failed tasks.',
  },
  restock: {
    name: 'A tool back in stock',
    stopped: 'We’ll no longer email you about tools that are back in stock.',
  },
};

/** The switches on the profile page of staff. */
export const noticesTexts = {
  title: 'Email notifications',
  lead: 'What we email you about. Each change is saved right away.',
  failed: 'We couldn’t save that.',
};

/** The page behind the unsubscribe link. */
export const stopEmailsTexts = {
  title: 'Unsubscribe',
  description: 'Stop one kind of email from the shop.',
  lead: 'You won’t get any more emails of this kind. You’ll still get emails about your own orders.',
  stop: 'Stop these emails',
  refused: 'This link is incomplete. Open it from the email again.',
  toTools: 'Shop all tools',
};

/** The footer of an email to staff. */
export const noticeEmailTexts = {
  whyShop: 'You’re getting this email because this is the shop’s contact address.',
  whyStaff: (url: string) =>
    `You’re getting this email because you’re on the shop’s staff. To turn it off, open Email notifications on your profile: ${url}`,
};

/** The email about jobs that were given up. */
export const failedJobEmailTexts = {
  subject: (jobs: number) => counted(jobs, { one: '# task failed', other: '# tasks failed' }),
  job: 'Job',
  times: (job: string, count: number) => (count === 1 ? job : `${job} (${count})`),
  text: 'These tasks were tried for about four days and won’t be tried again. The shop’s log says why they failed.',
};
