import type { apiTagTexts } from '#texts/api.ts';

/** What an API key may be allowed: the least role that has a use for it, and what it allows, in a form and in
 * the email. */
export const scopeFacts = {
  'orders:read': { role: 'user', text: 'See orders and packages' },
  'orders:write': { role: 'user', text: 'Place, change, and ship orders' },
  'refunds:read': { role: 'user', text: 'See refunds and returns' },
  'refunds:write': { role: 'user', text: 'Cancel, refund, and return orders' },
  'invoices:read': { role: 'user', text: 'See and download invoices' },
  'invoices:write': { role: 'staff', text: 'Issue and withdraw invoices' },
  'quotes:read': { role: 'user', text: 'See quotes' },
  'quotes:write': { role: 'user', text: 'Request, offer, and answer quotes' },
  'tools:read': { role: 'staff', text: 'See the catalog with drafts, and export it' },
  'tools:write': { role: 'admin', text: 'Add, change, import, and delete tools' },
  'stock:read': { role: 'staff', text: 'See stock changes' },
  'stock:write': { role: 'staff', text: 'Change stock and receive deliveries' },
  'customers:read': { role: 'staff', text: 'See customers and users' },
  'customers:write': { role: 'staff', text: 'Add customers and notes on them' },
  'reviews:read': { role: 'staff', text: 'See all reviews, including hidden ones' },
  'reviews:write': { role: 'user', text: 'Write, answer, hide, and show reviews' },
  'messages:read': { role: 'staff', text: 'See messages to the shop' },
  'messages:write': { role: 'staff', text: 'Answer and close messages' },
  'shop:read': { role: 'staff', text: 'See the shop’s settings' },
  'shop:write': { role: 'admin', text: 'Change the shop’s settings, shipping, and tax' },
  'reports:read': { role: 'staff', text: 'See sales figures and open work' },
  'activity:read': { role: 'admin', text: 'See the activity log' },
  'webhooks:read': { role: 'admin', text: 'See webhooks and what they sent: orders, quotes, and messages' },
  'webhooks:write': { role: 'admin', text: 'Turn webhooks on and off, delete them, and send events again' },
} as const;

export type Scope = keyof typeof scopeFacts;

export const scopes = Object.keys(scopeFacts) as [Scope, ...Scope[]];

type Resource = Scope extends `${infer Name}:${string}` ? Name : never;

/** What the calls of each group are about. `null`: people's own accounts, or nothing that a key is for. */
const resources: Record<keyof typeof apiTagTexts, Resource | null> = {
  Accounts: null,
  'API keys': null,
  Users: null,
  Mailbox: null,
  Operations: null,
  'Sandbox cards': null,
  Addresses: 'orders',
  Orders: 'orders',
  Payments: 'orders',
  Quotes: 'quotes',
  Invoices: 'invoices',
  Tools: 'tools',
  Imports: 'tools',
  Pictures: 'tools',
  Stock: 'stock',
  Customers: 'customers',
  Reviews: 'reviews',
  Contact: 'messages',
  Overview: 'reports',
  Activity: 'activity',
  Settings: 'shop',
  Webhooks: 'webhooks',
};

/** A scope, or the resource whose scope follows from the call's method; `null` if no key may make it. */
export type ScopeOfCall = Resource | Scope | null;

/** The parts of a call's declaration that its scope follows from. */
type ScopedCall = {
  method: string;
  access: string;
  tag: keyof typeof apiTagTexts;
  /** Instead of the resource of the tag. */
  scope?: ScopeOfCall;
};

/** The scope that an API key needs for a call; `null` if no key may make it, or if nobody needs one. */
export function scopeOf({ method, access, tag, scope = resources[tag] }: ScopedCall): Scope | null {
  if (scope === null || access === 'public') return null;
  const full = scope.includes(':') ? scope : `${scope}:${method === 'GET' ? 'read' : 'write'}`;
  if (!isScope(full)) throw new Error(`there is no scope ${full}`);
  return full;
}

const isScope = (text: string): text is Scope => Object.hasOwn(scopeFacts, text);
