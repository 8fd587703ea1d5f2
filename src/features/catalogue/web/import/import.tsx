import { useSearchParams } from 'react-router';
import { importTexts as texts } from '#features/catalogue/texts/import-page.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { ImportProgress } from './import-progress.tsx';
import { PastImports } from './past-imports.tsx';
import { SendFile } from './send-file.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Files that change many tools: an admin sends one here, sees what it would change, applies and undoes it. The import that
 * is looked at stands in the address. */
export default function ImportPage() {
  const [address, setAddress] = useSearchParams();
  const id = address.get('import');
  return (
    <AdminOnly title={texts.title}>
      {id ? (
        <ImportProgress key={id} id={id} />
      ) : (
        <>
          <PageHead
            title={texts.title}
            lead={texts.lead}
            actions={
              <LinkButton to="/dashboard/managetool" variant="secondary">
                {texts.toTools}
              </LinkButton>
            }
          />
          <SendFile onSent={(importId) => setAddress({ import: importId })} />
          <PastImports />
        </>
      )}
    </AdminOnly>
  );
}
