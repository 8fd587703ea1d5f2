/** The kinds of certificates for which a buyer pays no sales tax. */
export const exemptionKinds = ['resale', 'exempt_organization', 'other'] as const;
export type ExemptionKind = (typeof exemptionKinds)[number];

/** `pending`: staff have not checked it yet. */
export const exemptionStates = ['pending', 'approved', 'refused'] as const;

/** How many certificates a person has at most. */
export const MAX_CERTIFICATES = 20;

/** How many days before it expires the owner of a certificate is emailed. */
export const WARN_DAYS = 30;
