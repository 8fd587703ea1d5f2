import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, listPageSchema, momentSchema, oneOf } from '#contracts/call-parts.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { scopes } from '#contracts/scopes.ts';
import { formLine } from '#contracts/text.ts';
import { apiKeyRuleTexts as texts } from './texts.ts';

/** Maximum number of keys per person, ended ones included; the table has as many places. */
export const MAX_API_KEYS = 20;

const MAX_ADDRESSES = 20;
/** An IPv6 network in its longest notation. */
const MAX_ADDRESS_LENGTH = 43;

/** An IP address, or a network in CIDR notation. */
const addressSchema = z.string({ error: texts.address }).check(
  z.trim(),
  z.maxLength(MAX_ADDRESS_LENGTH, texts.address),
  z.refine(
    (text) => [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()].some((kind) => z.safeParse(kind, text).success),
    texts.address,
  ),
);

/** Body of `POST /api-keys`, also used to validate its form. */
export const newApiKeySchema = z.object({
  name: formLine({ ...texts.name, max: 100 }),
  scopes: z
    .array(oneOf('scopes', scopes), { error: texts.scopes })
    .check(z.minLength(1, texts.scopes), z.maxLength(scopes.length, texts.scopes)),
  expiresAt: z.optional(momentSchema(texts.expiresAt)),
  addresses: z.optional(z.array(addressSchema).check(z.maxLength(MAX_ADDRESSES, texts.tooManyAddresses))),
});
export type NewApiKey = z.infer<typeof newApiKeySchema>;

/** The reply of `POST /api-keys`: the only one that has the key. */
export const addedApiKeySchema = z.object({ _id: idSchema, key: z.string() });

/** Only an active key works; one that is past its end has expired. */
const apiKeyStates = ['active', 'expired', 'ended'] as const;

/** A key in a list. `lastFour` are its last characters, by which its holder knows it. */
export const apiKeySchema = z.object({
  _id: idSchema,
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  lastFour: z.string(),
  state: z.enum(apiKeyStates),
  ownerEmail: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** Accurate to a minute. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
  /** When its owner’s role changed, or its owner was blocked. */
  endedAt: z.nullable(z.iso.datetime()),
  addresses: z.array(z.string()),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

const ofKeys = { access: 'user', tag: 'API keys' } as const;

export const listApiKeysCall = {
  method: 'GET',
  path: '/api-keys',
  ...ofKeys,
  query: listPageSchema,
  reply: z.array(apiKeySchema),
  operationId: 'listApiKeys',
  summary: 'Lists your API keys, newest first',
  description: 'Admins get everyone’s. The keys themselves are not kept, so no call returns them again.',
} satisfies Call;

export const addApiKeyCall = {
  method: 'POST',
  path: '/api-keys',
  ...ofKeys,
  body: newApiKeySchema,
  reply: addedApiKeySchema,
  status: 201,
  errors: ['account_blocked', 'conflict', 'email_not_verified', 'fresh_sign_in_needed'],
  operationId: 'addApiKey',
  summary: 'Makes an API key',
  description:
    '`key` is returned only here. It can do what its scopes allow and its owner may do, until `expiresAt`, from the IP addresses and networks in `addresses` (from anywhere without any). It ends when its owner’s role changes or its owner is blocked. Its owner is emailed.',
} satisfies Call;

export const deleteApiKeyCall = {
  method: 'DELETE',
  path: '/api-keys/:id',
  ...ofKeys,
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'deleteApiKey',
  summary: 'Deletes an API key, which stops working right away',
  description: 'One of your own; admins can delete anyone’s.',
} satisfies Call;
