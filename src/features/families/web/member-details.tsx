import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { documentTexts } from '#features/catalogue/texts/details.ts';
import { toolQuery } from '#features/catalogue/web/tool-query.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { FamilyMember, TabledFamily } from '../contract.ts';
import { isOfColumn } from '../member-rules.ts';
import { familyTexts as texts } from '../page-texts.ts';

type MemberDetailsProps = { member: FamilyMember; family: TabledFamily };

/** What is particular to one member, beneath its row: pictures, text, other specifications, documents. */
export function MemberDetails({ member, family }: MemberDetailsProps) {
  const query = useQuery(toolQuery(member._id));
  const { data: tool } = query;
  const details = tool && 'specifications' in tool ? tool : undefined;
  return (
    <div className="member-details space-y-3 bg-sunken p-4">
      {query.error && <QueryError of={query} />}
      {!details && !query.error && <Spinner label={texts.loading} className="size-5" />}
      {details && <Particulars tool={details} member={member} family={family} />}
      <p>
        <Link to={toolPath(member)} className="text-link">
          {texts.ownPage}
        </Link>
      </p>
    </div>
  );
}

type ParticularsProps = MemberDetailsProps & { tool: ToolDetails };

function Particulars({ tool, member, family }: ParticularsProps) {
  const pictures = [tool, ...tool.pictures].filter(({ img }) => img !== family.img);
  const inTable = [...family.columns, ...family.shared];
  const others = member.specifications.filter((each) => !inTable.some((column) => isOfColumn(each, column)));
  const isAlike = pictures.length + others.length + tool.documents.length === 0 && !tool.has_own_text;
  return (
    <>
      <p className="font-semibold">
        <SavedText text={tool.name} />
      </p>
      {isAlike && <p className="text-ink-soft">{texts.nothingMore}</p>}
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture) => (
            <li key={picture.img} className="w-40">
              <ToolPicture
                of={picture}
                alt={tool.name}
                sizes="160px"
                className="rounded-md border border-line"
              />
            </li>
          ))}
        </ul>
      )}
      {tool.has_own_text && (
        <p className="max-w-prose whitespace-pre-line text-ink-soft">
          <SavedText text={tool.description} />
        </p>
      )}
      {others.length > 0 && (
        <dl className="max-w-prose">
          {others.map(({ name, value, unit }) => (
            <div key={name} className="flex gap-4">
              <dt className="text-ink-soft">{name}</dt>
              <dd>
                <SavedText text={unit ? `${value} ${unit}` : value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {tool.documents.length > 0 && (
        <ul>
          {tool.documents.map((document) => (
            <li key={document._id} className="flex flex-wrap items-baseline gap-x-4">
              <a href={document.url} className="text-link font-semibold wrap-anywhere">
                <SavedText text={document.title} />
              </a>
              <span className="text-sm text-ink-soft">{documentTexts.about(document)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
