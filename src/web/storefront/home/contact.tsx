import { contactWays } from '#texts/contact.ts';
import { contactFormTexts } from '#texts/contact-form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ContactForm } from './contact-form.tsx';
import { Section } from './section.tsx';

const ways = [
  { icon: 'pin', label: contactFormTexts.address, text: contactWays.address },
  { icon: 'mail', label: contactFormTexts.email, text: contactWays.email },
  { icon: 'phone', label: contactFormTexts.phone, text: contactWays.phone },
] as const;

/** How to reach the shop, and a form that reaches it at once. The footer's Contact link comes here. */
export function Contact() {
  return (
    <div className="border-y border-line bg-surface">
      <Section heading={contactFormTexts.heading} id="contact">
        <div className="grid gap-10 lg:grid-cols-2 lg:gap-20">
          <div className="min-w-0">
            <p className="max-w-prose text-lg text-ink-soft">{contactFormTexts.opening}</p>
            <dl className="mt-8 divide-y divide-line border-y border-line">
              {ways.map(({ icon, label, text }) => (
                <div key={label} className="flex items-center gap-4 py-4">
                  <Icon name={icon} className="size-6 shrink-0 text-accent" />
                  <dt className="label-caps w-20 shrink-0 text-ink-soft">{label}</dt>
                  <dd className="min-w-0 wrap-anywhere font-medium tabular-nums">{text}</dd>
                </div>
              ))}
            </dl>
          </div>
          <ContactForm />
        </div>
      </Section>
    </div>
  );
}
