import type { Scope } from '#contracts/scopes.ts';
import { listTextsOf } from '#texts/lists.ts';

/** Reasons why a new key is not valid. */
export const apiKeyRuleTexts = {
  name: { missing: 'Enter a name', label: 'Name' },
  scopes: 'Choose at least one scope',
  expiresAt: 'expiresAt must be a time such as 2027-01-31T12:00:00Z',
  address: 'Enter an IP address such as 203.0.113.7, or a network such as 203.0.113.0/24',
  tooManyAddresses: 'Enter at most 20 addresses and networks',
};

/** Reasons for refusing to make or delete one. */
export const apiKeyCallTexts = {
  tooMany: (most: number) => `You already have ${most} API keys, which is the limit. Delete one first.`,
  pastEnd: 'The end must be in the future',
  notForRole: (scope: string) => `Your role has no use for the scope ${scope}`,
  verifyFirst:
    'Verify your email address before you make an API key. Follow the link we emailed you, or send a new one from your profile.',
  noSuchKey: 'We can’t find that API key',
};

export const apiKeyEmailTexts = {
  subject: (shop: string) => `A new API key for your account at ${shop}`,
  heading: 'New API key',
  text: 'An API key was made for your account. A program that has it can act for you, as far as its scopes allow.',
  name: 'Name',
  ending: 'Ends with',
  scopes: 'Scopes',
  link: 'See your API keys',
  closing: 'If this wasn’t you, delete the key now, then change your password.',
  why: (shop: string) => `You received this because you have an account at ${shop}.`,
};

/** The screen of API keys. */
export const apiKeysTexts = {
  title: 'API keys',
  description: 'Keys for programs that use the shop’s API',
  lead: 'A key lets an app, such as your accounting software, use the shop’s API for you. It can never do more than you can.',
  reference: 'API reference',
  add: 'Create key',
  none: 'No API keys yet',
  list: listTextsOf('API keys', 'API key', 'API keys'),
  columns: {
    name: 'Name',
    owner: 'Owner',
    scopes: 'What it can do',
    lastUsed: 'Last used',
    end: 'Ends',
    action: 'Action',
  },
  ending: (lastFour: string) => `…${lastFour}`,
  from: (addresses: string[]) => `Only from ${addresses.join(', ')}`,
  never: 'Never',
  noEnd: 'No end date',
  states: {
    expired: { label: 'Expired', why: 'It’s past its last day' },
    ended: { label: 'Ended', why: 'The owner’s role changed, or they were blocked' },
  },
  deleteOne: (name: string) => `Delete: ${name}`,
  deleted: (name: string) => `${name} deleted. It no longer works.`,
  form: {
    title: 'Create an API key',
    name: 'Name',
    nameHint: 'What will use it, such as ‘Bookkeeping’',
    scopes: 'What it can do',
    presets: 'Choose for a typical program',
    limits: 'end date, allowed IP addresses',
    lastDay: 'Last day',
    lastDayHint: 'The key stops working at the end of that day, UTC. Leave empty for no end.',
    addresses: 'Allowed IP addresses',
    addressesHint: 'One address or network per line. Leave empty to allow any.',
    send: 'Create key',
  },
  made: {
    title: 'Copy your API key now',
    text: 'We don’t keep it, so you can’t see it again. Store it where only your program can read it.',
    key: 'API key',
    copy: 'Copy',
    copied: 'API key copied',
    notCopied: 'Your browser didn’t allow copying. Select the key and copy it yourself.',
    done: 'Done',
  },
};

type Preset = { label: string; scopes: readonly Scope[] };

/** Scopes that common programs need together. */
export const scopePresets: readonly Preset[] = [
  {
    label: 'Bookkeeping',
    scopes: ['orders:read', 'refunds:read', 'invoices:read'],
  },
  { label: 'Label printing', scopes: ['orders:read', 'orders:write'] },
  { label: 'Warehouse', scopes: ['orders:read', 'tools:read', 'stock:read', 'stock:write'] },
  { label: 'Catalog', scopes: ['tools:read', 'tools:write', 'stock:read'] },
  {
    label: 'Purchasing',
    scopes: ['orders:read', 'orders:write', 'quotes:read', 'quotes:write', 'invoices:read'],
  },
];
