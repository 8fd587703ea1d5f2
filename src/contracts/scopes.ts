import type { apiTagTexts } from '#texts/api.ts';

/** What an API key may be allowed, and the least role that has a use for it. */
export const scopeRoles = {
  'orders:read': 'user',
  'orders:write': 'user',
  'refunds:read': 'user',
  'refunds:write': 'user',
  'invoices:read': 'user',
  'invoices:write': 'staff',
  'quotes:read': 'user',
  'quotes:write': 'user',
  'tools:read': 'staff',
  'tools:write': 'admin',
  'stock:read': 'staff',
  'stock:write': 'staff',
  'customers:read': 'staff',
  'customers:write': 'staff',
  'reviews:read': 'staff',
  'reviews:write': 'user',
  'messages:read': 'staff',
  'messages:write': 'staff',
  'shop:read': 'staff',
  'shop:write': 'admin',
  'reports:read': 'staff',
  'activity:read': 'admin',
  'webhooks:read': 'admin',
  'webhooks:write': 'admin',
} as const;

export type Scope = keyof typeof scopeRoles;

export const scopes = Object.keys(scopeRoles) as [Scope, ...Scope[]];

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

const isScope = (text: string): text is Scope => Object.hasOwn(scopeRoles, text);
