import { type FormEvent, useRef, useState } from 'react';
import { decimalSigns } from '#contracts/number-notation.ts';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useRegion } from '#ui/client/load-context.ts';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { SelectField } from '#ui/field.tsx';
import { useAction } from '#ui/use-action.ts';
import { lacksWeightUnit, type WeightUnit } from '../column-rules.ts';
import { startImportCall } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import { MapColumns } from './map-columns.tsx';
import { type ImportPictures, PicturesField } from './pictures-field.tsx';
import { ProgressBar } from './progress-bar.tsx';
import type { Chosen, ChosenFile } from './use-chosen-file.ts';

type SendFileProps = {
  chosenFile: ChosenFile;
  pictures: ImportPictures;
  onSent: (importId: string, chosen: Chosen) => void;
};

/** The form that uploads a file to be checked: chosen or dropped, its columns mapped, with the pictures that
 * it names. */
export function SendFile({ chosenFile, pictures, onSent }: SendFileProps) {
  const { chosen, problem, setProblem, choose, keep, map } = chosenFile;
  const { sending, progress } = useSending(pictures, onSent);
  const percent = progress && Math.round(progress * 100);
  const [isTooEarly, setTooEarly] = useState(false);
  const { isUploading } = pictures.state;
  const failure =
    isUploading && isTooEarly ? texts.pictures.wait : sending.error && errorMessage(sending.error);
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (sending.isPending) return;
    if (chosen && !problem) {
      setTooEarly(isUploading);
      return isUploading ? undefined : sending.mutate(chosen);
    }
    if (!chosen) setProblem(problem ?? texts.noFile);
    input.current?.focus();
  }

  return (
    <form method="post" noValidate aria-label={texts.form} onSubmit={submit} className="max-w-3xl space-y-6">
      <div>
        <h2 className="text-lg">{texts.needs}</h2>
        <ul className="mt-2 max-w-prose list-disc space-y-1 pl-5 text-sm text-ink-soft">
          {texts.needsList.map((need) => (
            <li key={need}>{need}</li>
          ))}
        </ul>
      </div>
      <FileField
        ref={input}
        label={texts.file}
        hint={texts.fileHint}
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        prompt={chosen ? texts.chooseAnother : texts.choose}
        file={chosen?.file}
        error={chosen ? undefined : problem}
        onFiles={([file]) => void choose(file)}
      >
        {percent !== undefined && (
          <ProgressBar label={texts.upload} value={percent} max={100}>
            {texts.sending(percent)}
          </ProgressBar>
        )}
      </FileField>
      <PicturesField {...pictures} />
      {chosen && <MapColumns chosen={chosen} onMap={map} />}
      {chosen && (
        <SelectField
          label={texts.numbers}
          hint={texts.numbersHint}
          className="max-w-sm"
          value={chosen.decimal ?? ''}
          onChange={({ target }) =>
            keep({ ...chosen, decimal: decimalSigns.find((sign) => sign === target.value) })
          }
          none={texts.numbersOfFile}
          options={decimalSigns.map((sign) => [sign, texts.decimals[sign]])}
        />
      )}
      {chosen && <WeightUnitField chosen={chosen} onChoose={keep} />}
      <FormFoot
        problem={chosen && (problem ?? failure ?? undefined)}
        waiting={undefined}
        {...(chosen && { changes: [] })}
      >
        <Button type="submit" busy={sending.isPending}>
          {texts.check}
        </Button>
      </FormFoot>
    </form>
  );
}

/** Asks for the unit of a file's weights, if nothing in it says that. */
function WeightUnitField({ chosen, onChoose }: { chosen: Chosen; onChoose: (next: Chosen) => void }) {
  const inShop = useRegion().units === 'imperial' ? 'lb' : 'kg';
  const { columns, mapping } = chosen;
  const names = columns.map(({ name }) => name);
  const fields = names.map((name) => mapping[name]);
  if (!lacksWeightUnit(names, fields)) return null;
  return (
    <SelectField
      label={texts.weights}
      hint={texts.weightsHint}
      className="max-w-sm"
      value={chosen.weightUnit ?? inShop}
      onChange={({ target }) => onChoose({ ...chosen, weightUnit: target.value as WeightUnit })}
      options={Object.entries(texts.weightUnits)}
    />
  );
}

function useSending({ uploads }: ImportPictures, onSent: SendFileProps['onSent']) {
  const { api } = useSession();
  const [progress, setProgress] = useState<number>();
  const sending = useAction({
    call: ({ file, mapping, decimal, weightUnit }: Chosen) => {
      const form = new FormData();
      form.append('columns', JSON.stringify(mapping));
      form.append('pictures', JSON.stringify(uploads.addresses()));
      form.append('decimal', decimal ?? '');
      form.append('weightUnit', weightUnit ?? '');
      form.append('file', file);
      const sent = api.call(startImportCall, { form, onProgress: setProgress });
      return sent.finally(() => setProgress(undefined));
    },
    onDone: ({ id }, chosen) => onSent(id, chosen),
    onRefused: 'shown',
  });
  return { sending, progress };
}
