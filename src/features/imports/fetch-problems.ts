import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '#contracts/picture.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import type { DownloadProblem } from '#platform/download.ts';
import type { NotAPictureReason } from '#platform/images/image-host.ts';
import { MAX_FETCHED_PICTURES } from './picture-rules.ts';
import { fetchProblemTexts as texts } from './texts.ts';

/** Why a picture could not be fetched. `announced`: it was said to be another kind of file than it is;
 * `changed`: the tool has other pictures by now; `stopped`: the import was undone. */
export type FetchProblem =
  | DownloadProblem
  | NotAPictureReason
  | 'announced'
  | 'host_unavailable'
  | 'gave_up'
  | 'too_many'
  | 'too_much'
  | 'changed'
  | 'stopped';

const words: Record<FetchProblem, string> = {
  bad_address: texts.badAddress,
  no_such_host: texts.noSuchHost,
  not_public: texts.notPublic,
  refused: texts.refused,
  too_many_redirects: texts.tooManyRedirects,
  too_large: pictureErrorTexts.tooLarge(MAX_PICTURE_BYTES / 1024 ** 2),
  out_of_reach: texts.outOfReach,
  other_type: pictureErrorTexts.otherType,
  several: pictureErrorTexts.severalPictures,
  animated: pictureErrorTexts.animated,
  damaged: texts.damaged,
  extra: texts.extra,
  too_many_pixels: pictureErrorTexts.tooManyPixels(MAX_PICTURE_PIXELS / 1_000_000),
  announced: texts.announced,
  host_unavailable: pictureErrorTexts.cannotKeep,
  gave_up: texts.gaveUp,
  too_many: texts.tooMany(MAX_FETCHED_PICTURES),
  too_much: texts.tooMuch,
  changed: texts.changed,
  stopped: texts.stopped,
};

/** What is said of a problem; of one that a later version knows, that there is one. */
export const fetchProblemText = (problem: FetchProblem): string => words[problem] ?? texts.gaveUp;
