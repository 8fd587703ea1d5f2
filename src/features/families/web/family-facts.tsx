import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { pictureText } from '#features/catalogue/web/picture-text.ts';
import { seoTexts } from '#texts/shop.ts';
import { useShop } from '#ui/client/load-context.ts';
import { Skeleton } from '#ui/loading.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import type { FamilyDetails } from '../contract.ts';
import { familyTexts as texts } from '../page-texts.ts';

/** For families with several pictures. */
const ToolGallery = lazy(() => import('#features/catalogue/web/tool-gallery.tsx'));

const PICTURE_SIZES =
  '(min-width: 1280px) 384px, (min-width: 768px) 30vw, (min-width: 640px) calc(100vw - 50px), calc(100vw - 34px)';

/** The id of the family's reviews on its page. */
export const FAMILY_REVIEWS = 'reviews';

/** What is said of all members, beside their picture. */
export function FamilyFacts({ family }: { family: FamilyDetails }) {
  const { name, description, category, shared, columns, img, picture, memberCount } = family;
  const alt = pictureText(name, [...columns, ...shared]);
  const [first = { img: img ?? '', picture }, ...pictures] = family.pictures;
  const only = (
    <ToolPicture of={first} alt={alt} sizes={PICTURE_SIZES} eager className="rounded-md border border-line" />
  );
  return (
    <div className="grid gap-5 md:grid-cols-3 lg:gap-10">
      {pictures.length > 0 ? (
        <Suspense fallback={only}>
          <ToolGallery tool={{ name, ...first, pictures }} alt={alt} sizes={PICTURE_SIZES} />
        </Suspense>
      ) : (
        only
      )}
      <div className="min-w-0 md:col-span-2">
        {category && (
          <p className="label-caps mb-2 leading-6 text-ink-soft">
            <Link
              to={`/tools?${new URLSearchParams({ category })}`}
              className="underline-offset-4 hover:underline"
            >
              {category}
            </Link>
          </p>
        )}
        <h1 className="text-2xl wrap-anywhere lg:text-4xl">
          <SavedText text={name} />
        </h1>
        <p className="mt-2 text-ink-soft tabular-nums">{texts.count(memberCount)}</p>
        {family.rating_count > 0 && (
          <p className="mt-2">
            <a href={`#${FAMILY_REVIEWS}`} className="inline-flex min-h-6 items-center hover:underline">
              <AverageRating rating={family.rating} count={family.rating_count} />
            </a>
          </p>
        )}
        {description && (
          <p className="mt-4 max-w-prose whitespace-pre-line text-ink-soft">
            <SavedText text={description} />
          </p>
        )}
        {shared.length > 0 && (
          <table className="mt-6 w-full max-w-2xl border-y border-line text-left">
            <caption className="label-caps pb-1 text-left text-ink-soft">{texts.shared}</caption>
            <tbody className="divide-y divide-line">
              {shared.map((each) => (
                <tr key={each.name} className="align-top">
                  <th scope="row" className="w-2/5 py-1.5 pr-4 font-normal wrap-anywhere text-ink-soft">
                    <SavedText text={each.name} />
                  </th>
                  <td className="py-1.5 font-semibold wrap-anywhere">
                    <SavedText text={each.unit ? `${each.value} ${each.unit}` : each.value} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </div>
  );
}

/** The page while its family is on the way. */
export function FamilySkeleton() {
  return (
    <div className="page py-5 lg:py-10">
      <title>{seoTexts.pageTitle(texts.title, useShop().name)}</title>
      <h1 className="sr-only">{texts.title}</h1>
      <div className="grid gap-5 md:grid-cols-3 lg:gap-10" role="status" aria-label={texts.loading}>
        <Skeleton className="aspect-4/3 w-full" />
        <div className="space-y-5 md:col-span-2">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-28" />
        </div>
      </div>
      <Skeleton className="mt-8 h-120" />
    </div>
  );
}
