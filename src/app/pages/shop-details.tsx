import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import { accentProperties } from '#contracts/accent.ts';
import {
  type DetailsSection,
  detailsSections,
  logoOfPages,
  type ShopDetails,
} from '#contracts/shop-details.ts';
import { isTimeZone } from '#contracts/time-zone.ts';
import { toolDetailsTexts } from '#features/catalogue/texts/details.ts';
import { LegalPages, managedLegalKey } from '#features/legal/web/legal-pages.tsx';
import { DutyList, dutiesKey } from '#features/setup-guide/web/duties.tsx';
import { SetupSetting } from '#features/setup-guide/web/setup-setting.tsx';
import { getManagedDetailsCall, type ManagedDetails } from '#features/shop-details/contract.ts';
import {
  type DetailsTab,
  detailsPath,
  detailsTabs,
  regionTexts,
  sectionTexts,
  securityTexts,
  shopDetailsTexts as texts,
} from '#features/shop-details/texts/manage.ts';
import { managedDetailsKey, SectionForm } from '#features/shop-details/web/section-form.tsx';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { regionWords, taxNameOf } from '#texts/region.ts';
import { seoTexts } from '#texts/shop.ts';
import { shopDetailsLabels as labels } from '#texts/shop-details.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { PageTabs } from '#ui/dashboard/page-tabs.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { timesIn } from '#ui/moments.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Redirect } from '#ui/redirect.tsx';
import { Wordmark } from '#ui/wordmark.tsx';
import { FooterOf } from '../layout/footer.tsx';
import { Article, ArticleParts } from './article.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const tabs = Object.keys(detailsTabs) as DetailsTab[];

/** The screen where an admin edits the shop's name, contacts and page texts, by tab. */
export default function ShopDetailsPage() {
  const { tab: asked } = useParams();
  const [search] = useSearchParams();
  const tab = tabs.find((name) => name === asked) ?? 'general';
  // The address of a section before there were tabs.
  const section = detailsSections.find((name) => name === search.get('section'));
  if (section) return <Redirect to={detailsPath(section)} />;
  return (
    <AdminOnly title={texts.title}>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        link={{ to: '/dashboard/synonyms', words: texts.searchWords }}
      />
      <div className="mb-6">
        <PageTabs
          label={texts.tabs}
          tabs={tabs.map((name) => ({
            to: `/dashboard/details/${name}`,
            label: detailsTabs[name].label,
            isCurrent: name === tab,
          }))}
        />
      </div>
      <LoadedTab key={tab} tab={tab} />
      {tab === 'general' && <SetupSetting />}
    </AdminOnly>
  );
}

function LoadedTab({ tab }: { tab: DetailsTab }) {
  const { api } = useSession();
  // The forms keep the values that they began with; a newer version is reported when the admin saves.
  const details = useQuery({
    queryKey: managedDetailsKey,
    queryFn: ({ signal }) => api.call(getManagedDetailsCall, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error } = details;
  if (error && !data) return <QueryError of={details} />;
  // Longer than the way to any section: the footer would be in sight as soon as the page scrolls there.
  if (!data)
    return (
      <>
        <Skeleton className="h-dvh w-full" />
        <Skeleton className="h-dvh w-full" />
      </>
    );
  const { sections } = detailsTabs[tab];
  return (
    <div className="space-y-4">
      {sections.map((section) => (
        <Section key={section} section={section} isOpen={sections.length <= MOST_OPEN} loaded={data} />
      ))}
      {tab === 'legal' && (
        <>
          <DutyList />
          <LegalPages />
        </>
      )}
      {tab === 'emails' && (
        <p className="max-w-prose pt-2">
          {texts.notices}{' '}
          <Link to="/dashboard#notices" className="text-link">
            {texts.toNotices}
          </Link>
        </p>
      )}
    </div>
  );
}

/** The sections of a tab with more than these are closed at first. */
const MOST_OPEN = 3;

/** One section of a tab. The section that the address names is open and in sight. */
function Section({
  section,
  isOpen,
  loaded,
}: {
  section: DetailsSection;
  isOpen: boolean;
  loaded: ManagedDetails;
}) {
  const { hash, key } = useLocation();
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // Links to a section need the new history entry to bring it into sight again.
    if (!key || hash !== `#${section}` || !ref.current) return;
    ref.current.open = true;
    ref.current.scrollIntoView();
  }, [hash, key, section]);
  return (
    <details
      ref={ref}
      id={section}
      open={isOpen || hash === `#${section}`}
      className="group scroll-mt-20 rounded-md border border-line bg-surface"
    >
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 px-4 sm:px-6">
        <h2 className="text-xl">{sectionTexts[section]}</h2>
        <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="px-4 pt-2 pb-6 sm:px-6">
        <SectionForm
          section={section}
          loaded={loaded}
          preview={(values) => preview(section, { ...loaded.details, [section]: values })}
          {...(section === 'law' && { changes: [dutiesKey, managedLegalKey] })}
        />
      </div>
    </details>
  );
}

/** A preview of a section as the pages show it. */
function preview(section: DetailsSection, details: ManagedDetails['details'] & FieldValues): ReactNode {
  const { shop, contact, social } = details;
  const logo = logoOfPages(details.look.logo);
  return {
    shop: () => (
      <>
        <div className="p-6">
          <p className="text-lg text-link">{seoTexts.homeTitle(shop.name, shop.tagline)}</p>
          <p className="text-ink-soft">{shop.description}</p>
        </div>
        <FooterOf shop={{ ...shop, social, logo }} />
      </>
    ),
    look: () => <LookPreview {...details.look} name={shop.name} />,
    contact: () => (
      <Facts
        rows={[contact.opening, contact.address, contact.email, contact.phone, contact.hours, contact.sent]}
      />
    ),
    region: () => <RegionPreview {...details.region} />,
    business: () => {
      const { legalName, orderPrefix, ...facts } = details.business;
      return (
        <Facts
          rows={[
            ...[legalName || shop.name, contact.address, ...Object.values(facts)],
            `${labels.business.orderPrefix}: ${orderPrefix}`,
          ]}
        />
      );
    },
    bank: () => (
      <Facts
        rows={Object.entries<string>(labels.bank).flatMap(([name, label]) => {
          const value = String(details.bank[name as keyof typeof labels.bank]);
          return value && `${label}: ${value}`;
        })}
      />
    ),
    law: () => <Facts rows={[texts.customers[details.law.customers]]} />,
    social: () => <FooterOf shop={{ ...shop, social, logo }} />,
    banner: () => (
      <div className="bg-plate p-8 dark:bg-paper">
        <p className="headline max-w-120 text-hero">{details.banner.heading}</p>
        <p className="mt-5 max-w-108 text-lg text-ink-soft">{details.banner.promise}</p>
      </div>
    ),
    statistics: () => (
      <Facts rows={details.statistics.figures.map(({ value, label }) => `${value} ${label}`)} />
    ),
    support: () => (
      <Facts
        rows={details.support.cards.map(({ name, workers, work }) =>
          [name, workers, contact.hours, work].join(' · '),
        )}
      />
    ),
    about: () => <ArticlePreview title={sectionTexts.about} {...details.about} />,
    policy: () => <ArticlePreview title={sectionTexts.policy} {...details.policy} />,
    returns: () => {
      const { days, address, postage } = details.returns;
      const time = `${labels.returns.days}: ${days}`;
      return <Facts rows={[time, texts.returnPostage[postage], address || contact.address]} />;
    },
    portfolio: () => (
      <ArticlePreview
        title={sectionTexts.portfolio}
        opening={details.portfolio.opening}
        parts={details.portfolio.ranges.map(({ name, text }) => ({ heading: name, text }))}
      />
    ),
    security: () => <SecurityPreview {...details.security} />,
    email: () => <p className="p-6 text-xl">{texts.from(details.email.senderName || shop.name)}</p>,
  }[section]();
}

/** Samples of what follows from a region. */
function RegionPreview({ country, zone, units }: ShopDetails['region']) {
  const isKnown = isTimeZone(zone);
  return (
    <Facts
      rows={[
        isKnown ? regionTexts.now(timesIn(zone).minute(new Date().toISOString())) : '',
        regionTexts.weight(toolDetailsTexts.weight(SAMPLE.grams, units)),
        regionTexts.size(toolDetailsTexts.size(SAMPLE.sides, units)),
        regionTexts.tax(taxNameOf(country)),
        regionTexts.address(regionWords(country).postalCode),
      ]}
    />
  );
}

function SecurityPreview({ staffFactor, refundsAbove }: ShopDetails['security']) {
  const price = usePrice();
  return (
    <Facts
      rows={[
        staffFactor ? securityTexts.demanded : securityTexts.notDemanded,
        refundsAbove === null || Number.isNaN(refundsAbove)
          ? securityTexts.unconfirmed
          : securityTexts.confirmed(price(refundsAbove)),
      ]}
    />
  );
}

const SAMPLE = { grams: 1133, sides: [305, 140, 76] };

// Not shared with the home page: visitors would fetch one more file.
const Facts = ({ rows }: { rows: string[] }) => (
  <ul className="space-y-3 p-6 text-lg wrap-anywhere">
    {[...new Set(rows.filter(Boolean))].map((row) => (
      <li key={row}>{row}</li>
    ))}
  </ul>
);

/** A preview of the accent in both themes. An incomplete colour leaves the preview unchanged. */
function LookPreview({ accentLight, accentDark, logo, name }: ShopDetails['look'] & { name: string }) {
  const isWhole = [accentLight, accentDark].every((colour) => /^#[0-9a-f]{6}$/i.test(colour));
  const properties = isWhole ? accentProperties({ light: accentLight, dark: accentDark }) : [];
  return (
    <div className="grid sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <div
          key={theme}
          style={{ colorScheme: theme, ...Object.fromEntries(properties) }}
          className="space-y-5 bg-paper p-6 text-ink"
        >
          <Wordmark tried={{ name, logo: logoOfPages(logo) }} />
          <p className="text-link">{texts.sample.link}</p>
          <p className="flex items-center gap-3">
            <Badge tone="accent">{texts.sample.badge}</Badge>
            <Button>{texts.sample.button}</Button>
          </p>
        </div>
      ))}
    </div>
  );
}

function ArticlePreview({
  title,
  opening,
  parts,
}: Pick<ShopDetails['about'], 'opening' | 'parts'> & { title: string }) {
  return (
    <Article title={title} opening={opening}>
      <ArticleParts parts={parts} />
    </Article>
  );
}
