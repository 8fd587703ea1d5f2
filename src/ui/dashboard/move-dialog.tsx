import { useState } from 'react';
import { Dialog, DialogFoot } from '../dialog.tsx';
import { SelectField } from '../field.tsx';
import { moveTexts as texts } from './texts.ts';

type MovedRow = { _id: string; name: string };

type MoveDialogProps<Row> = {
  row: Row | undefined;
  /** Those in whose order it is, with itself. */
  siblings: Row[];
  onMove: (siblings: Row[], to: number) => void;
  onClose: () => void;
};

/** Moves one to any place among its siblings, for those who do not drag it. */
export function MoveDialog<Row extends MovedRow>({ row, siblings, onMove, onClose }: MoveDialogProps<Row>) {
  return (
    <Dialog open={row !== undefined} onClose={onClose} title={texts.moveTitle(row?.name ?? '')}>
      {row && <MoveForm row={row} siblings={siblings} onMove={onMove} onClose={onClose} />}
    </Dialog>
  );
}

function MoveForm<Row extends MovedRow>({
  row,
  siblings,
  onMove,
  onClose,
}: MoveDialogProps<Row> & { row: Row }) {
  const place = siblings.indexOf(row);
  const [to, setTo] = useState(place);
  const others = siblings.toSpliced(place, 1);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
        if (to !== place) onMove(siblings, to);
      }}
    >
      <SelectField
        label={texts.position}
        value={String(to)}
        onChange={({ target }) => setTo(Number(target.value))}
        options={siblings.map((_sibling, nth) => [
          String(nth),
          texts.positionOf(nth + 1, others[nth - 1]?.name),
        ])}
      />
      <DialogFoot className="mt-6" onClose={onClose}>
        {texts.moveHere}
      </DialogFoot>
    </form>
  );
}
