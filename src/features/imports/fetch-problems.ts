import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '#contracts/picture.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import type { DownloadProblem } from '#platform/download.ts';
import type { NotAPictureReason } from '#platform/images/image-host.ts';
import { MAX_FETCHED_PICTURES } from './picture-rules.ts';

/** Why a picture could not be fetched, by the code that the database has. `announced`: it was said to be
 * another kind of file than it is; `changed`: the tool has other pictures by now; `stopped`: the import was
 * undone. */
export const fetchProblemTexts = {
  bad_address: 'The address must start with http:// or https://, without a port, user name, or password',
  no_such_host: 'There’s no such website',
  not_public: 'The address isn’t on the public internet',
  refused: 'The website doesn’t allow downloading the picture',
  too_many_redirects: 'The address redirects too many times',
  too_large: pictureErrorTexts.tooLarge(MAX_PICTURE_BYTES / 1024 ** 2),
  out_of_reach: 'The website doesn’t answer',
  other_type: pictureErrorTexts.otherType,
  several: pictureErrorTexts.severalPictures,
  animated: pictureErrorTexts.animated,
  damaged: 'The picture is damaged',
  extra: 'The file contains more than a picture',
  too_many_pixels: pictureErrorTexts.tooManyPixels(MAX_PICTURE_PIXELS / 1_000_000),
  announced: 'The file isn’t the type that the website says',
  host_unavailable: pictureErrorTexts.cannotKeep,
  gave_up: 'Something kept going wrong at our end',
  too_many: `One import can fetch ${MAX_FETCHED_PICTURES} pictures at most`,
  too_much: 'The pictures of this import are too large in total',
  changed: 'The tool’s pictures were changed after the import',
  stopped: 'The import was undone before this was fetched',
} satisfies Record<DownloadProblem | NotAPictureReason, string> & Record<string, string>;
export type FetchProblem = keyof typeof fetchProblemTexts;

/** Returns the text of a problem; a general one for codes of later versions. */
export const fetchProblemText = (problem: FetchProblem): string =>
  fetchProblemTexts[problem] ?? fetchProblemTexts.gave_up;
