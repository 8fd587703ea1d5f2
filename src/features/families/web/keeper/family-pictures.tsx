import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { DropBox, DropPrompt } from '#features/pictures/web/drop-box.tsx';
import { UploadBar } from '#features/pictures/web/picture-field.tsx';
import { problemOfPicture, useUpload } from '#features/pictures/web/upload-pictures.ts';
import { classNames } from '#ui/class-names.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { moveRow, useOrderedRows } from '#ui/dashboard/ordered-rows.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { MAX_PICTURES } from '../../contract.ts';
import { editFamilyTexts } from '../../keeper-texts.ts';
import type { FamilyFields } from './family-fields.ts';

const texts = editFamilyTexts.pictures;

type Form = UseFormReturn<FamilyFields, unknown, FamilyFields>;

const linesOf = (text: string) => text.split('\n').filter(Boolean);

/** A family's own pictures, in order. Each is uploaded when it is chosen. */
export function FamilyPictures({ form }: { form: Form }) {
  const imgs = linesOf(useWatch({ control: form.control, name: 'pictures' }));
  const set = (next: string[]) => form.setValue('pictures', next.join('\n'), { shouldDirty: true });
  const { add, sending, progress, refused } = useAddedPictures(form);
  const rows = useOrderedRows({
    keys: imgs,
    landing: 'remove',
    words: texts,
    nameOf: (place) => place + 1,
    onMove: (from, to) => set(moveRow(imgs, from, to)),
    onRemove: (place) => set(imgs.toSpliced(place, 1)),
  });
  const { id } = rows;
  const hasRoom = imgs.length < MAX_PICTURES;
  const problems = [...refused, form.formState.errors.pictures?.message ?? ''].filter(Boolean);
  return (
    <fieldset className="max-w-md">
      <legend className="mb-1.5 text-sm font-semibold">{texts.label}</legend>
      <p role="status" className="sr-only">
        {rows.said}
      </p>
      <ol className="space-y-3">
        {imgs.map((img, place) => (
          <li key={img} className="flex items-center gap-3">
            <ToolPicture
              of={{ img, picture: null }}
              sizes="64px"
              className="w-16 shrink-0 rounded-md border border-line"
            />
            <span className="min-w-0 grow">{texts.picture(place + 1)}</span>
            {rows.buttons(place)}
          </li>
        ))}
      </ol>
      {hasRoom && (
        <DropBox
          id={`${id}-add`}
          multiple
          accept="image/*"
          disabled={sending !== undefined}
          aria-label={texts.label}
          aria-describedby={`${id}-hint ${id}-refused`}
          onFiles={(files) => void add(files)}
          className={classNames(
            'min-h-16 border-dashed bg-surface p-3 has-disabled:text-ink-soft',
            imgs.length > 0 && 'mt-3',
          )}
        >
          <DropPrompt>{texts.choose}</DropPrompt>
        </DropBox>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {hasRoom ? texts.hint : texts.full}
      </p>
      <p role="status" className="text-sm">
        {sending && texts.uploading(sending)}
      </p>
      {progress !== undefined && <UploadBar progress={progress} />}
      <div id={`${id}-refused`} role="alert" className="text-sm font-medium text-bad">
        {problems.map((problem) => (
          <p key={problem} className="mt-1.5 wrap-anywhere">
            {problem}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

/** Uploads chosen or dropped files one after the other; `sending` is the name of the current one. */
function useAddedPictures(form: Form) {
  const { upload, progress } = useUpload();
  const [sending, setSending] = useState<string>();
  const [refused, setRefused] = useState<string[]>([]);

  /** Returns why a file is rejected; `undefined` once it is among the pictures. */
  async function take(file: File): Promise<string | undefined> {
    if (linesOf(form.getValues('pictures')).length >= MAX_PICTURES) return texts.full;
    const problem = await problemOfPicture(file);
    if (problem) return problem;
    try {
      const img = await upload(file);
      const imgs = new Set([...linesOf(form.getValues('pictures')), img]);
      form.setValue('pictures', [...imgs].join('\n'), { shouldDirty: true });
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }

  async function add(files: File[]) {
    setRefused([]);
    for (const file of files) {
      setSending(file.name);
      const problem = await take(file);
      if (problem) setRefused((all) => [...all, `${file.name}: ${problem}`]);
    }
    setSending(undefined);
  }

  return { add, sending, progress, refused };
}
