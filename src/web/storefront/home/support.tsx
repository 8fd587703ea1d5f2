import { homeTexts } from '#texts/home.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from './section.tsx';

const services = [
  { ...homeTexts.mechanics, icon: 'users' },
  { ...homeTexts.repair, icon: 'wrench' },
] as const;

/** The two services beside the shop (specification, section 2). */
export function Support() {
  return (
    <Section heading={homeTexts.support}>
      <ul className="grid gap-5 md:grid-cols-2">
        {services.map(({ name, workers, hours, work, icon }) => (
          <li key={name} className="flex flex-col overflow-hidden rounded-md border border-line bg-surface">
            <div className="flex flex-1 gap-5 p-5 sm:p-6">
              <Icon name={icon} className="size-10 shrink-0 text-accent" />
              <div>
                <h3 className="text-xl">{name}</h3>
                <p className="mt-2 text-ink-soft">{work}</p>
              </div>
            </div>
            <div className="flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line px-5 py-4 sm:px-6">
              <p className="text-lg font-bold tabular-nums">{workers}</p>
              <p className="text-lg font-bold tabular-nums">{hours}</p>
              <LinkButton to="/tools" variant="secondary" className="ml-auto">
                {homeTexts.shopNow}
              </LinkButton>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
