import { useSearchParams } from 'react-router';
import type { ShopDetails } from '#contracts/shop-details.ts';
import { contactFormTexts as texts } from '#features/contact/texts.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { Section } from '#ui/section.tsx';
import { telephoneLink } from '#ui/telephone-link.ts';
import { ContactForm, type ContactRefusal } from './contact-form.tsx';

type Contacts = Pick<ShopDetails['contact'], 'address' | 'email' | 'phone'>;
type Way = { icon: IconName; label: string; text: string; href?: string };

const waysTo = ({ address, email, phone }: Contacts): Way[] => [
  { icon: 'pin', label: texts.address, text: address },
  {
    icon: 'mail',
    label: texts.email,
    text: email,
    href: `mailto:${email}`,
  },
  {
    icon: 'phone',
    label: texts.phone,
    text: phone,
    href: telephoneLink(phone),
  },
];

/** Contact details and the contact form. Target of the footer's Contact link. */
export function Contact({
  refusal,
  opening,
  sent,
  ...contacts
}: Omit<ShopDetails['contact'], 'hours'> & { refusal: ContactRefusal | undefined }) {
  const [query] = useSearchParams();
  return (
    <div className="border-y border-line bg-surface">
      <Section heading={texts.heading} id="contact">
        <div className="grid gap-8 md:grid-cols-2 lg:gap-20">
          <div className="min-w-0">
            <p className="max-w-prose text-lg text-ink-soft">{opening}</p>
            <ContactWays {...contacts} />
          </div>
          <div className="self-start rounded-md border border-line bg-paper p-5 sm:p-6">
            <ContactForm refusal={refusal} isSent={query.get('sent') === 'contact'} thanks={sent} />
          </div>
        </div>
      </Section>
    </div>
  );
}

/** The shop's location and contact details. */
export function ContactWays(contacts: Contacts) {
  return (
    <dl className="mt-8 divide-y divide-line border-y border-line">
      {waysTo(contacts).map(({ icon, label, text, href }) => (
        <div key={label} className="flex items-center gap-4 py-4 max-xs:flex-wrap">
          <Icon name={icon} className="size-6 shrink-0 text-accent" />
          <dt className="label-caps w-20 shrink-0 text-ink-soft">{label}</dt>
          <dd className="min-w-0 wrap-anywhere font-medium tabular-nums max-xs:w-full">
            {href ? (
              <a href={href} className="text-link inline-flex min-h-6 items-center">
                {text}
              </a>
            ) : (
              text
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
