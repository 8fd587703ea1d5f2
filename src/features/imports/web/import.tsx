import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { LeaveDialog } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { importTexts as texts } from '../page-texts.ts';
import { ImportProgress } from './import-progress.tsx';
import { PastImports } from './past-imports.tsx';
import { useImportPictures } from './pictures-field.tsx';
import { SendFile } from './send-file.tsx';
import { type Chosen, useChosenFile } from './use-chosen-file.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Imports of files that change many tools: an admin uploads one, reviews its changes, applies and undoes it.
 * The address has the id of the shown import. */
export default function ImportPage() {
  return (
    <AdminOnly title={texts.title}>
      <Imports />
    </AdminOnly>
  );
}

function Imports() {
  const [address, setAddress] = useSearchParams();
  const id = address.get('import');
  const pictures = useImportPictures();
  const { isUploading, uploaded } = pictures.state;
  /** Number of pictures sent with a file. */
  const [sentPictures, setSentPictures] = useState(0);
  const chosenFile = useChosenFile();
  const [sent, setSent] = useState<{ id: string; chosen: Chosen }>();
  return (
    <>
      {id ? (
        <ImportProgress
          key={id}
          id={id}
          onChange={
            id === sent?.id
              ? () => {
                  chosenFile.keep(sent.chosen);
                  setAddress({});
                }
              : undefined
          }
        />
      ) : (
        <>
          <PageHead
            title={texts.title}
            lead={texts.lead}
            link={{ to: '/dashboard/managetool', words: texts.toTools }}
          />
          <SendFile
            chosenFile={chosenFile}
            pictures={pictures}
            onSent={(importId, chosen) => {
              setSentPictures(uploaded);
              setSent({ id: importId, chosen });
              chosenFile.keep(undefined);
              setAddress({ import: importId });
            }}
          />
          <PastImports />
        </>
      )}
      <LeaveDialog wouldLose={isUploading || uploaded > sentPictures} why={texts.pictures.leaveWhy} />
    </>
  );
}
