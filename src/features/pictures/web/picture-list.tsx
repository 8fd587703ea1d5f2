import { useState } from 'react';
import { classNames } from '#ui/class-names.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import type { useOrderedRows } from '#ui/dashboard/ordered-rows.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { DropBox, DropPrompt } from './drop-box.tsx';
import { UploadBar } from './picture-field.tsx';
import { problemOfPicture, useUpload } from './upload-pictures.ts';

/** A form's pictures as the lines of one field. */
export const pictureLines = (text = '') => text.split('\n').filter((line) => line !== '');

type PictureListProps = {
  label: string;
  imgs: readonly string[];
  /** The number that the first one has among all pictures. */
  from?: number;
  rows: ReturnType<typeof useOrderedRows>;
  adding: AddedPictures;
  hasRoom: boolean;
  isDisabled?: boolean;
  hint: string;
  problem: string | undefined;
  texts: { choose: string; picture: (place: number) => string; uploading: (file: string) => string };
};

/** Pictures in order, and a box for more. */
export function PictureList(props: PictureListProps) {
  const { label, imgs, from = 1, rows, adding, hasRoom, isDisabled = false, hint, problem, texts } = props;
  const { add, sending, progress, refused } = adding;
  const { id } = rows;
  return (
    <fieldset className="max-w-md" aria-describedby={`${id}-refused`}>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
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
            <span className="min-w-0 grow">{texts.picture(place + from)}</span>
            {rows.buttons(place)}
          </li>
        ))}
      </ol>
      {hasRoom && (
        <DropBox
          id={`${id}-add`}
          multiple
          accept="image/*"
          disabled={sending !== undefined || isDisabled}
          aria-label={label}
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
        {hint}
      </p>
      <p role="status" className="text-sm">
        {sending && texts.uploading(sending)}
      </p>
      {progress !== undefined && <UploadBar progress={progress} />}
      <div id={`${id}-refused`} role="alert" className="text-sm font-medium text-bad">
        {[...refused, ...(problem ? [problem] : [])].map((each) => (
          <p key={each} className="mt-1.5 wrap-anywhere">
            {each}
          </p>
        ))}
      </div>
    </fieldset>
  );
}

type AddedTo = {
  read: () => string[];
  write: (imgs: string[]) => void;
  most: number;
  texts: { noRoom: string; refused: (file: string, why: string) => string };
};

/** Uploads chosen or dropped files one after the other, so that errors appear immediately; `sending` is the name
 * of the current one. */
export function useAddedPictures({ read, write, most, texts }: AddedTo) {
  const { upload, progress } = useUpload();
  const [sending, setSending] = useState<string>();
  const [refused, setRefused] = useState<string[]>([]);

  /** Returns why a file is rejected; `undefined` once it is among the pictures. */
  async function take(file: File): Promise<string | undefined> {
    if (read().length >= most) return texts.noRoom;
    const problem = await problemOfPicture(file);
    if (problem) return problem;
    try {
      const img = await upload(file);
      write([...new Set([...read(), img])]);
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

export type AddedPictures = ReturnType<typeof useAddedPictures>;
