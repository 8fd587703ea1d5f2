import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { uploadPictureCall } from '#features/pictures/contract.ts';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { problemOfPicture } from '#features/pictures/web/upload-pictures.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { importTexts } from '../page-texts.ts';
import { createPictureUploads, type PictureUploads } from './picture-uploads.ts';
import { ProgressBar } from './progress-bar.tsx';

const { pictures: texts } = importTexts;

/** The pictures for all imports during one visit to the screen: those of a rejected file are available to the
 * next one. */
export function useImportPictures() {
  const { api } = useSession();
  const [uploads] = useState(() =>
    createPictureUploads({
      check: problemOfPicture,
      async upload(file, key, signal) {
        const form = new FormData();
        form.append('image', file);
        const headers = { 'idempotency-key': key };
        return (await api.call(uploadPictureCall, { form, headers, signal })).data.url;
      },
    }),
  );
  const state = useSyncExternalStore(uploads.subscribe, uploads.current, uploads.current);
  useEffect(() => uploads.cancel, [uploads]);
  return { uploads, state };
}

export type ImportPictures = ReturnType<typeof useImportPictures>;

/** Uploads the pictures that a file's cells name, many at once: each is checked and uploaded when chosen. */
export function PicturesField({ uploads, state }: ImportPictures) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { total, uploaded, left, isUploading, replaced, stopped } = state;
  return (
    <div>
      <FileField
        ref={input}
        label={texts.label}
        hint={texts.hint}
        multiple
        accept="image/*"
        aria-describedby={`${id}-problems`}
        prompt={total > 0 ? texts.chooseMore : texts.choose}
        onFiles={uploads.add}
      />
      {isUploading && (
        <ProgressBar label={texts.upload} value={uploaded} max={total}>
          {texts.progress(uploaded, total)}
        </ProgressBar>
      )}
      <p
        role="status"
        className={isUploading ? 'sr-only' : 'mt-3 text-sm font-medium tabular-nums empty:hidden'}
      >
        {wordsOf(state)}
      </p>
      <div id={`${id}-problems`} role="alert" className="space-y-1.5 text-sm font-medium wrap-anywhere">
        {replaced.length > 0 && <p className="mt-1.5">{texts.replaced(replaced.join(', '))}</p>}
        {stopped && <p className="mt-1.5 text-bad">{stopped}</p>}
        <Refused refused={state.refused} />
      </div>
      {(isUploading || left > 0) && <WayOn uploads={uploads} state={state} input={input} />}
    </div>
  );
}

function wordsOf({ total, uploaded, isUploading }: PictureUploads): string | undefined {
  if (isUploading) return texts.uploading;
  if (total === 0) return undefined;
  return uploaded === total ? texts.done(total) : texts.progress(uploaded, total);
}

/** Rejected pictures, each with the reason. */
const Refused = ({ refused }: Pick<PictureUploads, 'refused'>) =>
  refused.length > 0 && (
    <ul
      aria-label={texts.refusedLabel}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too.
      tabIndex={0}
      className="mt-1.5 max-h-48 space-y-1 overflow-y-auto text-bad"
    >
      {refused.map(({ name, problem }) => (
        <li key={name}>{texts.refused(name, problem)}</li>
      ))}
    </ul>
  );

/** One button that cancels and resumes uploads and keeps the focus; the field gets the focus when it
 * disappears. */
function WayOn({ uploads, state, input }: ImportPictures & { input: RefObject<HTMLInputElement | null> }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [own, field] = [button.current, input.current];
    return () => {
      if (document.activeElement === own) field?.focus();
    };
  }, [input]);
  return (
    <Button
      ref={button}
      variant="secondary"
      className="mt-3"
      onClick={state.isUploading ? uploads.cancel : uploads.resume}
    >
      {state.isUploading ? texts.cancel : texts.resume(state.left)}
    </Button>
  );
}
