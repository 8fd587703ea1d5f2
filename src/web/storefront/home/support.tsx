import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from './section.tsx';

const services = [
  { name: 'Mechanic Support', workers: '88 Workers', hours: '8AM-10PM', icon: 'users' },
  { name: 'Tools Repair', workers: '60 Workers', hours: '8AM-10PM', icon: 'wrench' },
] as const;

/** The two services beside the shop (specification, section 2). */
export function Support() {
  return (
    <Section heading="Support">
      <ul className="grid gap-5 md:grid-cols-2">
        {services.map(({ name, workers, hours, icon }) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-6 gap-y-5 rounded-md border border-line bg-surface p-6"
          >
            <span className="inline-flex size-14 items-center justify-center rounded-md bg-accent-wash text-accent">
              <Icon name={icon} className="size-7" />
            </span>
            <div className="min-w-44 flex-1">
              <h3 className="text-xl">{name}</h3>
              <p className="mt-1 flex flex-wrap gap-x-5 text-ink-soft tabular-nums">
                <span>{workers}</span>
                <span>{hours}</span>
              </p>
            </div>
            <LinkButton to="/tools" variant="secondary">
              Shop Now
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
