import { queryOptions } from '@tanstack/react-query';
import { data, redirect } from 'react-router';
import type { PublicDetails } from '#contracts/shop-details.ts';
import { listCardsCall, listCategoriesCall } from '#features/catalogue/contract.ts';
import { describeTools } from '#features/catalogue/web/describe-tools.ts';
import { sendContactMessageCall } from '#features/contact/contract.ts';
import { contactFormTexts } from '#features/contact/texts.ts';
import { Contact } from '#features/contact/web/contact.tsx';
import {
  CONTACT_SENT,
  type ContactRefusal,
  contactProblems,
  isContactField,
  readContact,
} from '#features/contact/web/contact-form.tsx';
import { listReviewsCall } from '#features/reviews/contract.ts';
import { REVIEWS_AT_ONCE, Reviews, shopReviews } from '#features/reviews/web/reviews.tsx';
import { getDetailsCall } from '#features/shop-details/contract.ts';
import { seoTexts } from '#texts/shop.ts';
import { ApiError, publicApi } from '#ui/client/api-client.ts';
import { apiContext, useShopSettings } from '#ui/client/load-context.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { publicPageMeta } from '#ui/page-meta.ts';
import { ServiceLine } from '#ui/service-line.tsx';
import { StructuredData } from '#ui/structured-data.tsx';
import { reviewListTexts, toolListTexts } from '#ui/texts.ts';
import { cachedOrFirst, firstRows } from '#ui/use-list.ts';
import { describeShop } from '../seo/describe-shop.ts';
import type { Route } from './+types/home.ts';
import {
  Banner,
  CategoriesSection,
  HOME_CATEGORIES,
  HOME_TOOLS,
  homeTools,
  Statistics,
  Support,
  ToolsSection,
} from './home-sections.tsx';

/** The page as the server renders it. Answers 503 while tools or reviews are missing, so that the page is not
 * cached. */
export async function loader({ context, request: { signal } }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [tools, reviews, categories, details] = await Promise.all([
    firstRows(toolListTexts.failed, api.list(listCardsCall, { query: { limit: HOME_TOOLS }, signal })),
    firstRows(
      reviewListTexts.failed,
      api.list(listReviewsCall, { query: { limit: REVIEWS_AT_ONCE }, signal }),
    ),
    // The page works without categories.
    api.call(listCategoriesCall, { query: { limit: HOME_CATEGORIES }, signal }).catch(() => []),
    api.call(getDetailsCall, { signal }),
  ]);
  return data(
    { tools, reviews, categories, details: toHomeDetails(details) },
    tools.failure || reviews.failure ? 503 : 200,
  );
}

const loadDetails = async () => (await import('#features/shop-details/web/load-details.ts')).loadDetails();

/** The same, from the browser. */
export async function clientLoader() {
  const [tools, reviews, categories, details] = await Promise.all([
    cachedOrFirst(toolListTexts, homeTools),
    cachedOrFirst(reviewListTexts, shopReviews),
    publicQueries.query(categoriesQuery).catch(() => []),
    loadDetails(),
  ]);
  return { tools, reviews, categories, details: toHomeDetails(details) };
}

/** The shop details that the home page shows. */
const toHomeDetails = ({ shop, contact, banner, statistics, support }: PublicDetails) => ({
  title: { whole: seoTexts.homeTitle(shop.name, shop.tagline) },
  description: shop.description,
  contact,
  banner,
  statistics,
  support,
});

const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: () =>
    publicApi.call(
      import('#features/catalogue/contract.ts').then((calls) => calls.listCategoriesCall),
      { query: { limit: HOME_CATEGORIES } },
    ),
});

/** Handles the contact form when it is sent without scripts; returns what was typed, with any errors. */
export async function action({ request, context }: Route.ActionArgs) {
  const values = readContact(await request.formData());
  const refuse = (refusal: Omit<ContactRefusal, 'values'>, status: number) =>
    data<ContactRefusal>({ values, ...refusal }, status);
  const problems = contactProblems(values);
  if (Object.keys(problems).length > 0) return refuse({ problems }, 400);
  try {
    await context.get(apiContext).call(sendContactMessageCall, { body: values });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { field, message, status } = error;
    if (isContactField(field)) return refuse({ problems: { [field]: message } }, status);
    return refuse({ problems: {}, failure: contactFormTexts.notSent(message) }, status);
  }
  return redirect(CONTACT_SENT, 303);
}

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, { ...(args.loaderData?.details ?? { title: '', description: '' }), path: '/' });

/** The home page. */
export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const settings = useShopSettings();
  const { contact, banner, statistics, support } = loaderData.details;
  return (
    <>
      <Banner {...banner} />
      <div className="border-b border-line bg-surface">
        <ServiceLine className="page py-2" />
      </div>
      <CategoriesSection categories={loaderData.categories} />
      <ToolsSection first={loaderData.tools} />
      <Statistics {...statistics} />
      <Support {...support} hours={contact.hours} />
      <Contact {...contact} refusal={actionData} />
      <Reviews first={loaderData.reviews} />
      <StructuredData data={import.meta.env.SSR && describeShop(settings, loaderData.details)} />
      <StructuredData
        data={import.meta.env.SSR && describeTools(loaderData.tools.list?.rows ?? [], settings)}
      />
    </>
  );
}
