import type { Specification } from '#features/catalogue/contract.ts';
import { unitKey } from '#pasted-lists';
import type { FamilyColumn } from './contract.ts';

type Named = Pick<Specification, 'name' | 'unit'>;

/** Whether a specification belongs into a column: same name and unit, however that is spelled. */
export const isInColumn = ({ name, unit }: Named, column: Pick<FamilyColumn, 'name' | 'unit'>): boolean =>
  name === column.name && unitKey(unit ?? '') === unitKey(column.unit ?? '');
