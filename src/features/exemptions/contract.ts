import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { daySchema, deletedSchema, modifiedSchema, oneOf } from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { requestLimits } from '#contracts/limits.ts';
import { formLine, optionalText } from '#contracts/text.ts';
import { statesIn } from '#features/addresses/state-rules.ts';
import { exemptionKinds, exemptionStates, MAX_CERTIFICATES } from './rules.ts';
import { exemptionRuleTexts as texts } from './texts.ts';

const MAX_REASON = 300;

const known = new Set(statesIn('US').map(({ state }) => state));

/** States as people write them, with commas between them: 'OH, US-NY' becomes `['US-NY', 'US-OH']`. */
const statesSchema = z.pipe(
  z.pipe(
    z.string({ error: texts.states }).check(z.maxLength(600, texts.states)),
    z.transform((typed: string) => [
      ...new Set(
        typed
          .toUpperCase()
          .split(/[\s,;]+/)
          .filter(Boolean)
          .map((state) => (state.startsWith('US-') ? state : `US-${state}`)),
      ),
    ]),
  ),
  z.array(z.string()).check(
    z.minLength(1, texts.states),
    z.refine((states) => states.every((state) => known.has(state)), texts.noState),
    z.overwrite((states) => states.toSorted()),
  ),
);

/** The fields of the form of `POST /exemption-certificates`, beside its file. `states`: as in 'OH, NY';
 * `expiresOn`: empty if it does not expire. */
export const newExemptionSchema = z.object({
  kind: z.enum(exemptionKinds, { error: texts.kind }),
  number: formLine({ ...texts.number, max: 60 }),
  states: statesSchema,
  expiresOn: z._default(
    z.union(
      [
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        daySchema(texts.expiresOn),
      ],
      { error: texts.expiresOn },
    ),
    '',
  ),
});
export type NewExemption = z.infer<typeof newExemptionSchema>;

/** A certificate. `email`: its owner's; `reason`: why it was refused; `isValid`: whether new orders to its
 * states have no sales tax. */
export const exemptionSchema = z.object({
  _id: idSchema,
  email: z.string(),
  kind: z.enum(exemptionKinds),
  number: z.string(),
  states: z.array(z.string()),
  expiresOn: z.nullable(z.iso.date()),
  state: z.enum(exemptionStates),
  reason: z.string(),
  isValid: z.boolean(),
  isExpired: z.boolean(),
  mediaType: z.string(),
  sizeBytes: z.int(),
  uploadedAt: z.iso.datetime(),
  checkedAt: z.nullable(z.iso.datetime()),
});
export type Exemption = z.infer<typeof exemptionSchema>;

/** Closed to API keys: a certificate lasts beyond a session. */
const ofUsers = { access: 'user', tag: 'Customers', scope: null } as const;

/** Whose: one's own if left out. */
const ofPerson = z.object({ email: z.optional(emailSchema) });

export const addExemptionCall = {
  ...ofUsers,
  method: 'POST',
  path: '/exemption-certificates',
  query: ofPerson,
  reply: exemptionSchema,
  status: 201,
  errors: ['not_allowed', 'not_found', 'conflict', 'unsupported_type', 'too_large'],
  operationId: 'addExemption',
  summary: 'Uploads a resale or exemption certificate, yours or a customer’s for staff',
  description: `In a shop in the United States. A form with the file \`certificate\` (PDF, JPEG, PNG, or WebP, up to ${requestLimits.certificateBytes / 1024 / 1024} MB) and the fields \`kind\` (${exemptionKinds.join(', ')}), \`number\`, \`states\` ('OH, NY'), and \`expiresOn\` (empty if never). Without effect until staff approve it. At most ${MAX_CERTIFICATES} a person.`,
} satisfies Call;

export const listExemptionsCall = {
  ...ofUsers,
  method: 'GET',
  path: '/exemption-certificates',
  query: ofPerson,
  reply: z.array(exemptionSchema),
  errors: ['not_allowed', 'not_found'],
  operationId: 'listExemptions',
  summary: 'Lists your certificates, or a customer’s for staff, newest first',
} satisfies Call;

export const listPendingExemptionsCall = {
  ...ofUsers,
  access: 'staff',
  method: 'GET',
  path: '/exemption-certificates/pending',
  reply: z.array(exemptionSchema),
  operationId: 'listPendingExemptions',
  summary: 'Lists the certificates that staff have to check, oldest first',
  description: 'At most 100.',
} satisfies Call;

/** Body of `PATCH /exemption-certificates/{id}`. */
export const checkExemptionSchema = z
  .object({
    state: oneOf('state', ['approved', 'refused'] as const),
    reason: optionalText(texts.reason, MAX_REASON),
  })
  .check(
    z.refine(({ state, reason }) => state === 'approved' || reason !== '', {
      error: texts.reasonMissing,
      path: ['reason'],
    }),
  );
export type CheckExemption = z.infer<typeof checkExemptionSchema>;

export const checkExemptionCall = {
  ...ofUsers,
  access: 'staff',
  method: 'PATCH',
  path: '/exemption-certificates/:id',
  params: idParamsSchema,
  body: checkExemptionSchema,
  reply: modifiedSchema,
  errors: ['not_found', 'conflict', 'own_account'],
  operationId: 'checkExemption',
  summary: 'Approves or refuses a certificate, and emails its owner',
  description:
    'An approved one can be refused later. Payments that have begun keep their tax. Not one’s own (`own_account`).',
} satisfies Call;

export const getExemptionFileCall = {
  ...ofUsers,
  method: 'GET',
  path: '/exemption-certificates/:id/file',
  params: idParamsSchema,
  reply: z.string(),
  media: 'application/octet-stream',
  errors: ['not_found'],
  operationId: 'getExemptionFile',
  summary: 'Downloads the file of a certificate, yours or a customer’s for staff',
} satisfies Call;

export const deleteExemptionCall = {
  ...ofUsers,
  method: 'DELETE',
  path: '/exemption-certificates/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found', 'conflict'],
  operationId: 'deleteExemption',
  summary: 'Deletes a certificate that is not approved',
  description:
    'Yours, or a customer’s for staff. A conflict for one that is approved, or that a payment named.',
} satisfies Call;
