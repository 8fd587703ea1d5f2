import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '#ui/client/api-client.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import type { TaxonKind } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import { type Taxon, useTaxonChange } from './use-taxonomy.ts';

type MergeDialogProps = {
  kind: TaxonKind;
  taxon: Taxon | undefined;
  taxons: Taxon[];
  onClose: () => void;
  onMerged: () => void;
};

/** Asks what to merge one into, and says what becomes of its tools. */
export function MergeDialog({ kind, taxon, taxons, onClose, onMerged }: MergeDialogProps) {
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<string>();
  const merging = useTaxonChange(kind, (calls, { from, into }: { from: string; into: string }) =>
    calls.merge(from, into),
  );
  const isMerged = useRef(false);
  // Only once the dialog has closed can anything outside it take the focus.
  useEffect(() => {
    if (taxon || !isMerged.current) return;
    isMerged.current = false;
    onMerged();
  }, [taxon, onMerged]);
  const into = taxons.find(({ _id }) => _id === chosen);
  const close = () => {
    setChosen('');
    setProblem(undefined);
    onClose();
  };
  function merge() {
    if (!taxon) return;
    if (!into) return setProblem(texts.intoMissing);
    merging.mutate(
      { from: taxon._id, into: into._id },
      {
        onSuccess() {
          isMerged.current = true;
          close();
          notify.success(texts.merged(taxon.name, into.name));
        },
        onError: (error) => setProblem(errorMessage(error)),
      },
    );
  }
  return (
    <ConfirmDialog
      open={taxon !== undefined}
      onClose={close}
      title={texts.mergeOne(taxon?.name ?? '')}
      confirmLabel={texts.merge}
      busy={merging.isPending}
      onConfirm={merge}
    >
      <div className="space-y-3">
        <SelectField
          label={texts.into}
          error={problem}
          value={chosen}
          onChange={({ target }) => {
            setProblem(undefined);
            setChosen(target.value);
          }}
          none={texts.chooseInto}
          options={taxons.filter(({ _id }) => _id !== taxon?._id).map(({ _id, name }) => [_id, name])}
        />
        <p aria-live="polite">{taxon && into && texts.mergeWhy(taxon.name, into.name, taxon.tools)}</p>
      </div>
    </ConfirmDialog>
  );
}
