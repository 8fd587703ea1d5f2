/** A number as it was typed; nothing is none. */
export const readNumber = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed));

/** Where in a call something is: `['methods', 0, 'price']`. */
export type FieldPath = readonly (string | number)[];
