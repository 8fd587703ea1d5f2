import { z } from 'zod/mini';
import { familyDescription, familyName, type ManagedFamily } from '../../contract.ts';

/** The fields of a family as its form has them. */
export const fieldsSchema = z.object({
  name: familyName,
  description: familyDescription,
  category: z.string(),
  /** Their addresses, one per line. */
  pictures: z.string(),
});
export type FamilyFields = z.infer<typeof fieldsSchema>;

export const fieldNames = ['name', 'description', 'category', 'pictures'] as const;

/** Returns the form's values for a family. */
export const fieldsOf = ({ name, description, category, pictures }: ManagedFamily): FamilyFields => ({
  name,
  description,
  category: category ?? '',
  pictures: pictures.map(({ img }) => img).join('\n'),
});

/** Returns the changed fields, as the call takes them. */
export function editsOf(seen: ManagedFamily, { name, description, category, pictures }: FamilyFields) {
  const before = fieldsOf(seen);
  return {
    ...(name !== before.name && { name }),
    ...(description !== before.description && { description }),
    ...(category.trim() !== before.category && { category: category.trim() || null }),
    ...(pictures !== before.pictures && {
      pictures: pictures.split('\n').flatMap((img) => (img ? [{ img }] : [])),
    }),
  };
}
