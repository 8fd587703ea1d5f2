import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { readColumns } from '#features/catalogue/imports/column-rules.ts';
import {
  getImportColumnsCall,
  MAX_IMPORT_BYTES,
  startImportCall,
} from '#features/catalogue/imports/contract.ts';
import { isPlain } from '#features/catalogue/imports/file-rules.ts';
import { importTexts as texts } from '#features/catalogue/texts/import-page.ts';
import { importErrorTexts } from '#features/catalogue/texts/imports.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { FormFoot } from '#web/dashboard/form-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { FileField } from '../file-field.tsx';
import { MapColumns } from './map-columns.tsx';
import { type ImportPictures, PicturesField } from './pictures-field.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { type FileColumn, type Mapping, readHead, recallMapping } from './read-head.ts';

type Chosen = { file: File; columns: FileColumn[]; mapping: Mapping };

type SendFileProps = { pictures: ImportPictures; onSent: (importId: string) => void };

/** The form that sends a file to be checked: chosen or dropped, its columns mapped, with the pictures that it names. */
export function SendFile({ pictures, onSent }: SendFileProps) {
  const { chosen, problem, setProblem, choose, map } = useChosenFile();
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
      {chosen && <MapColumns columns={chosen.columns} mapping={chosen.mapping} onMap={map} />}
      <FormFoot problem={chosen && (problem ?? failure ?? undefined)} waiting={undefined}>
        <Button type="submit" busy={sending.isPending}>
          {texts.check}
        </Button>
      </FormFoot>
    </form>
  );
}

/** A file that was chosen, with what its columns are; and what is wrong with either. */
function useChosenFile() {
  const { api } = useSession();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);

  async function choose(file: File | undefined) {
    latest.current = file;
    const tooLarge = file && file.size > MAX_IMPORT_BYTES;
    const columns = file && !tooLarge ? await readHead(file) : [];
    // Where it cannot be asked, the names of the columns have to do.
    const known = columns.length > 0 ? await api.call(getImportColumnsCall, {}).catch(() => ({})) : {};
    // Another one was chosen while this one was read.
    if (latest.current !== file) return;
    const isText = columns.every(({ name, example }) => isPlain(name + example));
    if (file && columns.length > 0 && isText)
      return keep({ file, columns, mapping: recallMapping(known, columns) });
    setChosen(undefined);
    if (file && !isText) return setProblem(importErrorTexts.notText);
    setProblem(file && (tooLarge ? texts.tooLarge(MAX_IMPORT_BYTES / 1024 ** 2) : texts.noColumns));
  }

  function keep(next: Chosen) {
    const names = next.columns.map(({ name }) => name);
    const read = readColumns(names, next.mapping);
    setChosen(next);
    setProblem('problem' in read ? read.problem : undefined);
  }

  function map(name: string, field: Mapping[string]) {
    if (!chosen) return;
    const mapping = { ...chosen.mapping, [name]: field };
    keep({ ...chosen, mapping });
  }

  return { chosen, problem, setProblem, choose, map };
}

function useSending({ uploads }: ImportPictures, onSent: (importId: string) => void) {
  const { api } = useSession();
  const [progress, setProgress] = useState<number>();
  const sending = useMutation({
    mutationFn: ({ file, mapping }: Chosen) => {
      const form = new FormData();
      form.append('columns', JSON.stringify(mapping));
      form.append('pictures', JSON.stringify(uploads.addresses()));
      form.append('file', file);
      return api.call(startImportCall, { form, onProgress: setProgress });
    },
    onSuccess: ({ id }) => onSent(id),
    onSettled: () => setProgress(undefined),
  });
  return { sending, progress };
}
