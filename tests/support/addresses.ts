import type { z } from 'zod/mini';
import type { addressChangeSchema } from '#features/addresses/contract.ts';

type AddressBody = z.input<typeof addressChangeSchema>;

/** A valid body of `POST /addresses`, in the United States. */
export const usAddress = (change: Partial<AddressBody> = {}): AddressBody => ({
  country: 'US',
  name: 'Ada Joiner',
  line1: '12 Workshop Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62701',
  phone: '(217) 555-0142',
  ...change,
});
