import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileField } from '#features/pictures/web/drop-box.tsx';
import { useFileAddress } from '#features/pictures/web/picture-field.tsx';
import { problemOfPicture } from '#features/pictures/web/upload-pictures.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import type { ApiClient } from '#ui/client/api-client.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { addReturnPictureCall, getReturnPictureCall, MAX_RETURN_PICTURES, type Return } from '../contract.ts';
import { returnPictureTexts as texts } from '../screen-texts.ts';
import { useReturnAction } from './return-parts.tsx';

/** Uploads pictures of a return, one after the other. Returns it with them. */
export async function sendPictures(api: ApiClient, made: Return, files: readonly File[]): Promise<Return> {
  let changed = made;
  for (const file of files) {
    const form = new FormData();
    form.append('image', file);
    changed = await api.call(addReturnPictureCall, { params: { id: made._id }, form });
  }
  return changed;
}

type PicturesFieldProps = {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** How many the return has already. */
  had?: number;
};

/** Pictures to be sent with a return, each checked when it is chosen. */
export function PicturesField({ files, onChange, had = 0 }: PicturesFieldProps) {
  const [problem, setProblem] = useState<string>();
  const left = MAX_RETURN_PICTURES - had - files.length;

  async function add(chosen: File[]) {
    const problems = await Promise.all(chosen.map(problemOfPicture));
    const good = chosen.filter((_, nth) => problems[nth] === undefined);
    const refused = chosen.flatMap(({ name }, nth) => {
      const why = problems[nth];
      return why ? texts.refused(name, why) : [];
    });
    setProblem([...refused, ...(good.length > left ? [texts.noRoom] : [])].join(' ') || undefined);
    onChange([...files, ...good.slice(0, left)]);
  }

  return (
    <div className="space-y-3">
      {left > 0 ? (
        <FileField
          label={texts.label}
          hint={texts.hint(left)}
          error={problem}
          multiple
          accept="image/*"
          prompt={texts.choose}
          onFiles={(chosen) => void add(chosen)}
        />
      ) : (
        <div>
          <p className="text-sm font-semibold">{texts.label}</p>
          <p role="status" className="text-sm text-ink-soft">
            {problem ?? texts.full}
          </p>
        </div>
      )}
      {files.length > 0 && (
        <ul aria-label={texts.chosen} className="flex flex-wrap gap-3">
          {files.map((file, nth) => (
            <ChosenPicture
              key={`${file.name} ${file.lastModified} ${file.size}`}
              file={file}
              onRemove={() => onChange(files.toSpliced(nth, 1))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const box = 'relative aspect-4/3 w-32 overflow-hidden rounded-md border border-line bg-plate';

function ChosenPicture({ file, onRemove }: { file: File; onRemove: () => void }) {
  const address = useFileAddress(file);
  return (
    <li className={box}>
      {address && <img src={address} alt={file.name} className="size-full object-contain" />}
      <Button
        variant="secondary"
        size="sm"
        className="absolute top-1 right-1"
        aria-label={texts.remove(file.name)}
        onClick={onRemove}
        icon={<Icon name="close" className="size-4" />}
      />
    </li>
  );
}

/** The pictures of a return, which only its buyer and staff may see. */
export function ReturnPictures({ of: { _id, pictures } }: { of: Return }) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={texts.heading} className="flex flex-wrap gap-3">
      {pictures.map((address, nth) => (
        <PrivatePicture key={address} id={_id} nth={nth} />
      ))}
    </ul>
  );
}

/** A picture that needs the session to be fetched; a press opens it in its full size. */
function PrivatePicture({ id, nth }: { id: string; nth: number }) {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['return-picture', id, nth],
    queryFn: async ({ signal }) => {
      const params = { id, place: String(nth) };
      return new File([await (await api.request(getReturnPictureCall, { params, signal })).blob()], '');
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useFileAddress(data);
  if (!address) return <li className={box}>{!data && <Skeleton className="size-full" />}</li>;
  return (
    <li className={box}>
      <a href={address} target="_blank" rel="noreferrer" className="block size-full -outline-offset-2">
        <img src={address} alt={texts.open(nth + 1)} className="size-full object-contain" />
      </a>
    </li>
  );
}

/** Adds pictures to a return that is open. */
export function AddPictures({ of: made }: { of: Return }) {
  const { pictures } = made;
  const { api } = useSession();
  const [files, setFiles] = useState<File[]>([]);
  const adding = useReturnAction(() => sendPictures(api, made, files), {
    onEnd: (isDone) => isDone && setFiles([]),
    done: () => texts.added(files.length),
  });
  if (pictures.length >= MAX_RETURN_PICTURES) return null;
  return (
    <div className="space-y-3">
      <PicturesField files={files} onChange={setFiles} had={pictures.length} />
      {files.length > 0 && (
        <Button variant="secondary" busy={adding.isPending} onClick={() => adding.mutate()}>
          {texts.add}
        </Button>
      )}
    </div>
  );
}
