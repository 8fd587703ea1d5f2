import { auditActionTexts } from '#features/audit/texts.ts';
import { listTextsOf } from '#texts/lists.ts';

const byWords = Object.entries(auditActionTexts).toSorted(([, one], [, other]) => one.localeCompare(other));

export const activityTexts = {
  title: 'Activity',
  description: 'Who did what in this shop, and when.',
  lead: 'Everything that was changed, by whom, and from which page. Nothing here can be edited or deleted.',
  list: listTextsOf('Activity', 'entry', 'entries'),
  controls: 'Activity',
  searchHint: 'Person, tool, what happened, order number, or ID',
  action: 'What happened',
  actionChoice: { '': 'Everything', ...Object.fromEntries(byWords) },
  from: 'From',
  to: 'To',
  columns: { at: 'When', actor: 'Who', what: 'What', about: 'About', page: 'Page' },
  order: (number: string | null) => (number ? `Order ${number}` : 'An order that is gone'),
  tool: (name: string | null) => name ?? 'A tool that is gone',
  user: (email: string | null) => email ?? 'A person who is gone',
  fromPage: (page: string) => `from ${page}`,
  none: 'Nothing has happened yet',
};
