import { useWatch } from 'react-hook-form';
import { MAX_MORE_PICTURES } from '#features/catalogue/tool-fields-contract.ts';
import {
  type AddedPictures,
  PictureList,
  pictureLines,
  useAddedPictures,
} from '#features/pictures/web/picture-list.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { moveRow, useOrderedRows } from '#ui/dashboard/ordered-rows.tsx';
import { addToolTexts } from '#ui/form-texts.ts';
import type { ToolFormState } from './use-tool-form.ts';

const { more: texts } = addToolTexts;

/** The pictures after the first. */
export function MorePictures({ state, adding }: { state: ToolFormState; adding: AddedPictures }) {
  const { form } = state;
  const imgs = pictureLines(useWatch({ control: form.control, name: 'pictures' }));
  const left = MAX_MORE_PICTURES - imgs.length;
  return (
    <PictureList
      label={addToolTexts.optional(texts.label)}
      imgs={imgs}
      from={2}
      rows={usePictureRows(state, imgs)}
      adding={adding}
      hasRoom={left > 0}
      isDisabled={state.isSending}
      hint={left > 0 ? texts.hint(left) : texts.full}
      problem={form.formState.errors.pictures?.message}
      texts={texts}
    />
  );
}

/** Uploads the pictures after the first. */
export const useMorePictures = ({ form }: ToolFormState): AddedPictures =>
  useAddedPictures({
    read: () => pictureLines(form.getValues('pictures')),
    write: (imgs) => form.setValue('pictures', imgs.join('\n'), { shouldDirty: true }),
    most: MAX_MORE_PICTURES,
    texts,
  });

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
