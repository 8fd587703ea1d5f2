import type { Specification } from '#features/catalogue/contract.ts';
import type { FamilyColumn } from './contract.ts';

/** Whether a member's specification is the value of a column, which spells its unit. */
export const isOfColumn = (
  { name, unit }: Pick<Specification, 'name' | 'unit'>,
  column: Pick<FamilyColumn, 'name' | 'unit'>,
): boolean => name === column.name && unit === column.unit;
