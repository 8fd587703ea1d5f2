import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { MAX_MORE_PICTURES } from '#features/catalogue/tool-fields-contract.ts';
import { DropBox, DropPrompt } from '#features/pictures/web/drop-box.tsx';
import { UploadBar } from '#features/pictures/web/picture-field.tsx';
import { problemOfPicture, useUpload } from '#features/pictures/web/upload-pictures.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { moveRow, useOrderedRows } from '#ui/dashboard/ordered-rows.tsx';
import { addToolTexts } from '#ui/form-texts.ts';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { ToolFormState } from './use-tool-form.ts';

const { more: texts } = addToolTexts;

const readLines = (text = '') => text.split('\n').filter((line) => line !== '');

type MorePicturesProps = { state: ToolFormState; adding: AddedPictures };

/** The pictures after the first. Each is checked and uploaded when it is chosen, so that errors appear
 * immediately. */
export function MorePictures({ state, adding }: MorePicturesProps) {
  const { form } = state;
  const imgs = readLines(useWatch({ control: form.control, name: 'pictures' }));
  const rows = usePictureRows(state, imgs);
  const { id } = rows;
  const { add, sending, progress, refused } = adding;
  const left = MAX_MORE_PICTURES - imgs.length;
  const error = form.formState.errors.pictures?.message;
  return (
    <fieldset className="max-w-md" aria-describedby={`${id}-refused`}>
      <legend className="mb-1.5 text-sm font-semibold">{addToolTexts.optional(texts.label)}</legend>
      <p role="status" className="sr-only">
        {rows.said}
      </p>
      <ol className="space-y-3">
        {imgs.map((img, index) => (
          <li key={img} className="flex items-center gap-3">
            <ToolPicture
              of={{ img, picture: null }}
              sizes="64px"
              className="w-16 shrink-0 rounded-md border border-line"
            />
            <span className="min-w-0 grow">{texts.picture(index + 2)}</span>
            {rows.buttons(index)}
          </li>
        ))}
      </ol>
      {left > 0 && (
        <DropBox
          id={`${id}-add`}
          multiple
          accept="image/*"
          disabled={sending !== undefined || state.isSending}
          aria-label={addToolTexts.optional(texts.label)}
          aria-describedby={`${id}-hint ${id}-refused`}
          onFiles={(files) => void add(files)}
          className="mt-3 min-h-16 border-dashed bg-surface p-3 has-disabled:text-ink-soft"
        >
          <DropPrompt>{texts.choose}</DropPrompt>
        </DropBox>
      )}
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
        {left > 0 ? texts.hint(left) : texts.full}
      </p>
      <p role="status" className="text-sm">
        {sending && texts.uploading(sending)}
      </p>
      {progress !== undefined && <UploadBar progress={progress} />}
      <div id={`${id}-refused`} role="alert" className="text-sm font-medium text-bad">
        {[...refused, ...(error ? [error] : [])].map((problem) => (
          <p key={problem} className="mt-1.5 wrap-anywhere">
            {problem}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

/** Uploads chosen or dropped files one after the other; `sending` is the name of the current one. */
export function useAddedPictures({ form }: ToolFormState) {
  const { upload, progress } = useUpload();
  const [sending, setSending] = useState<string>();
  const [refused, setRefused] = useState<string[]>([]);

  /** Returns why a file is rejected; `undefined` once it is among the pictures. */
  async function take(file: File): Promise<string | undefined> {
    if (readLines(form.getValues('pictures')).length >= MAX_MORE_PICTURES) return texts.noRoom;
    const problem = await problemOfPicture(file);
    if (problem) return problem;
    try {
      const img = await upload(file);
      const imgs = readLines(form.getValues('pictures'));
      form.setValue('pictures', [...new Set([...imgs, img])].join('\n'), { shouldDirty: true });
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
      if (problem) setRefused((before) => [...before, texts.refused(file.name, problem)]);
    }
    setSending(undefined);
  }
  return { add, sending, progress, refused };
}

type AddedPictures = ReturnType<typeof useAddedPictures>;

/** Puts the pictures in order. The first of all stands before them, as a field of its own. */
function usePictureRows({ form, upload }: ToolFormState, imgs: string[]) {
  const set = (next: string[]) => form.setValue('pictures', next.join('\n'), { shouldDirty: true });

  /** Makes the picture at `index` the first, and swaps it with the previous first, which is uploaded if it is
   * still a file. */
  async function putFirst(index: number) {
    const { image, img } = form.getValues();
    const before = image ? await upload(image) : img;
    form.setValue('img', imgs[index] ?? '', { shouldDirty: true });
    form.setValue('image', undefined, { shouldDirty: true });
    const others = before ? imgs.with(index, before) : imgs.toSpliced(index, 1);
    set(others);
    rows.settle(others.length > 0 ? `${others[index]}-up` : 'add', texts.nowFirst);
  }

  const rows = useOrderedRows({
    keys: imgs,
    before: 1,
    landing: 'remove',
    words: texts,
    nameOf: (index) => index + 2,
    onMove(from, to) {
      if (to >= 0) return set(moveRow(imgs, from, to));
      putFirst(from).catch((error) => rows.settle('', errorMessage(error)));
      return false;
    },
    onRemove: (index) => set(imgs.toSpliced(index, 1)),
  });
  return rows;
}
