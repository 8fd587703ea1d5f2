import type { ImportReport } from '../contract.ts';
import { importTexts } from '../page-texts.ts';
import { ProgressBar } from './progress-bar.tsx';

const { fetching: texts } = importTexts;

/** The state of the pictures that an import fetches, and uploaded pictures that no row uses. */
export function ImportPictures({ report: { state, pictures, unusedPictures } }: { report: ImportReport }) {
  const { waiting, fetched, failed, problems } = pictures;
  const total = waiting + fetched + failed;
  const isFetching = state === 'applied' && waiting > 0;
  const isShown = total > 0 && (state === 'checked' || state === 'applied');
  if (!isShown && unusedPictures.length === 0) return null;
  return (
    <section className="max-w-prose">
      <h2 className="text-xl">{texts.heading}</h2>
      {isShown && (
        <>
          {isFetching && (
            <ProgressBar label={texts.heading} value={fetched + failed} max={total}>
              {texts.fetched(fetched, total)}
            </ProgressBar>
          )}
          <p role="status" className={isFetching ? 'sr-only' : 'mt-3 tabular-nums'}>
            {wordsOf(state, pictures)}
          </p>
          {problems.length > 0 && (
            <>
              <p className="mt-4 font-medium">{failed > 0 ? texts.failed(failed) : texts.retrying}</p>
              <ul className="mt-2 space-y-1 text-sm">
                {problems.map(({ address, message, isFinal }) => (
                  <li key={`${address} ${message} ${isFinal}`} className="wrap-anywhere">
                    {texts.problem(address, message)} {!isFinal && texts.again}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {unusedPictures.length > 0 && (
        <p className="mt-3 wrap-anywhere">{texts.unused(unusedPictures.join(', '))}</p>
      )}
    </section>
  );
}

function wordsOf(state: ImportReport['state'], { waiting, fetched, failed }: ImportReport['pictures']) {
  if (state === 'checked') return texts.toFetch(waiting);
  return waiting > 0 ? texts.underWay : texts.fetched(fetched, fetched + failed);
}
