import { type UseFormReturn, useWatch } from 'react-hook-form';
import { PictureList, pictureLines, useAddedPictures } from '#features/pictures/web/picture-list.tsx';
import { moveRow, useOrderedRows } from '#ui/dashboard/ordered-rows.tsx';
import { MAX_PICTURES } from '../../contract.ts';
import { editFamilyTexts } from '../../keeper-texts.ts';
import type { FamilyFields } from './family-fields.ts';

const texts = editFamilyTexts.pictures;

/** A family's own pictures. */
export function FamilyPictures({ form }: { form: UseFormReturn<FamilyFields, unknown, FamilyFields> }) {
  const imgs = pictureLines(useWatch({ control: form.control, name: 'pictures' }));
  const write = (next: string[]) => form.setValue('pictures', next.join('\n'), { shouldDirty: true });
  const adding = useAddedPictures({
    read: () => pictureLines(form.getValues('pictures')),
    write,
    most: MAX_PICTURES,
    texts,
  });
  const rows = useOrderedRows({
    keys: imgs,
    landing: 'remove',
    words: texts,
    nameOf: (place) => place + 1,
    onMove: (from, to) => write(moveRow(imgs, from, to)),
    onRemove: (place) => write(imgs.toSpliced(place, 1)),
  });
  const hasRoom = imgs.length < MAX_PICTURES;
  return (
    <PictureList
      label={texts.label}
      imgs={imgs}
      rows={rows}
      adding={adding}
      hasRoom={hasRoom}
      hint={hasRoom ? texts.hint : texts.noRoom}
      problem={form.formState.errors.pictures?.message}
      texts={texts}
    />
  );
}
