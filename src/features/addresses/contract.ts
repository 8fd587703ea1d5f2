import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema, modifiedSchema } from '#contracts/call-parts.ts';
import { emailSchema, idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { formLine, formText, plainLine } from '#contracts/text.ts';
import { orderRuleTexts } from '#texts/validation.ts';
import { addressErrorTexts, addressLabels } from './texts.ts';

/** Maximum number of addresses per user. */
export const MAX_ADDRESSES = 50;

const { missing } = addressErrorTexts;

const required = (field: 'name' | 'line1', max: number) =>
  formLine({ missing: missing(addressLabels[field]), label: addressLabels[field], max });

const optional = (field: keyof typeof addressLabels, max: number) =>
  z._default(plainLine(addressLabels[field], max), '');

/** Body of `POST /addresses` and `PUT /addresses/{id}`: exactly the parts that the country writes in an
 * address. In one line it fits into an order's `address`. */
export const addressChangeSchema = z.object({
  /** ISO 3166-1 alpha-2. */
  country: z
    .string({ error: addressErrorTexts.noSuchCountry })
    .check(z.regex(/^[A-Z]{2}$/, addressErrorTexts.noSuchCountry)),
  name: required('name', 70),
  company: optional('company', 70),
  line1: required('line1', 80),
  line2: optional('line2', 60),
  district: optional('district', 40),
  city: optional('city', 60),
  region: optional('region', 40),
  postalCode: optional('postalCode', 16),
  phone: optional('phone', 40),
});
export type AddressChange = z.output<typeof addressChangeSchema>;

/** An order's address, as typed. */
export const typedAddressSchema = formText({ ...orderRuleTexts.address, max: 500 });

/** Where an order goes, as its buyer says it, in place of what its address is read as. */
export const destinationChangeSchema = z.pick(addressChangeSchema, {
  country: true,
  region: true,
  postalCode: true,
});
export type DestinationChange = z.output<typeof destinationChangeSchema>;

/** Where an order goes: ISO 3166-1 alpha-2, the region as its country's post writes it ('OH'), and the postal
 * code. Null where the address does not say it; `isDoubtful` if it may be in one of two countries. */
export const destinationSchema = z.object({
  country: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  isDoubtful: z.boolean(),
});

/** The same for an order form. `text`: the place in one line; `problems`: what an address in that country
 * needs and this one lacks or has wrong, by the name of its part. */
export const describedDestinationSchema = z.extend(destinationSchema, {
  text: z.string(),
  problems: z.array(z.object({ field: z.enum(['country', 'region', 'postalCode']), message: z.string() })),
});
export type DescribedDestination = z.infer<typeof describedDestinationSchema>;

export const describeDestinationCall = {
  method: 'POST',
  path: '/orders/destination',
  access: 'user',
  body: z.object({
    address: typedAddressSchema,
    destination: z.optional(destinationChangeSchema),
    customer: z.optional(emailSchema),
  }),
  reply: describedDestinationSchema,
  errors: ['not_allowed', 'not_found'],
  tag: 'Orders',
  scope: 'orders:read',
  operationId: 'describeDestination',
  summary: 'Gets where an order with this address would go, and what the address lacks',
  description:
    'For confirming it before ordering; changes nothing. A `destination` counts instead of what the address is read as. An address that lacks something is completed as in your last orders to it. Staff name the `customer` that they order for.',
} satisfies Call;

/** An entry of an address book on the wire. `lines` follow the country's format, `text` is the address in one
 * line. */
export const addressSchema = z.object({
  _id: idSchema,
  country: z.string(),
  name: z.string(),
  company: z.string(),
  line1: z.string(),
  line2: z.string(),
  district: z.string(),
  city: z.string(),
  region: z.string(),
  postalCode: z.string(),
  phone: z.string(),
  isDefault: z.boolean(),
  lines: z.array(z.string()),
  text: z.string(),
});
export type Address = z.infer<typeof addressSchema>;

const common = { access: 'user', tag: 'Addresses' } as const;

export const listAddressesCall = {
  ...common,
  method: 'GET',
  path: '/addresses',
  reply: z.array(addressSchema),
  operationId: 'listAddresses',
  summary: 'Lists your address book',
  description: `The default address comes first, then the newest. An account has ${MAX_ADDRESSES} at most.`,
} satisfies Call;

export const addAddressCall = {
  ...common,
  method: 'POST',
  path: '/addresses',
  body: addressChangeSchema,
  reply: addressSchema,
  status: 201,
  errors: ['conflict'],
  operationId: 'addAddress',
  summary: 'Adds an address',
  description:
    'Each country has its own format: fields that it does not use are refused, and so are invalid postal codes and phone numbers. The first address becomes the default.',
} satisfies Call;

export const changeAddressCall = {
  ...common,
  method: 'PUT',
  path: '/addresses/:id',
  params: idParamsSchema,
  body: addressChangeSchema,
  reply: addressSchema,
  errors: ['not_found'],
  operationId: 'changeAddress',
  summary: 'Changes an address',
  description: 'Existing orders and payments keep their address.',
} satisfies Call;

export const deleteAddressCall = {
  ...common,
  method: 'DELETE',
  path: '/addresses/:id',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['not_found'],
  operationId: 'deleteAddress',
  summary: 'Deletes an address',
  description: 'If it was the default, the newest remaining address becomes the default.',
} satisfies Call;

export const makeDefaultAddressCall = {
  ...common,
  method: 'POST',
  path: '/addresses/:id/default',
  params: idParamsSchema,
  reply: modifiedSchema,
  errors: ['not_found'],
  operationId: 'makeDefaultAddress',
  summary: 'Makes an address the default one',
  description: '`modifiedCount` is 0 if it already was.',
} satisfies Call;
