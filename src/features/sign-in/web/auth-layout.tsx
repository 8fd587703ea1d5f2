import type { ReactNode } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { accountTexts } from '#features/sign-in/texts.ts';
import { Icon } from '#ui/icon.tsx';
import { AskedTool } from './asked-tool.tsx';

/** The page of one account form. `below` stands under the form: the ways to the other account pages. */
type AccountPage = { title: string; lead?: ReactNode; below?: ReactNode; children: ReactNode };

/** A form by itself: a step on the way into an account. */
export function AuthStep(page: AccountPage) {
  return (
    <div className="page py-8 sm:py-16">
      <div className="mx-auto max-w-lg rounded-md border border-line bg-surface p-5 sm:p-10">
        <AccountForm {...page} />
      </div>
    </div>
  );
}

/** A form beside the tool that was asked for, else beside what an account is for:
 * the two doors, login and sign-up. */
export function AuthLayout({ tool, ...page }: AccountPage & { tool: Tool | undefined }) {
  return (
    <div className="page py-8 sm:py-16">
      <div className="mx-auto grid max-w-5xl overflow-hidden rounded-md border border-line bg-surface lg:grid-cols-2 lg:grid-rows-head">
        <div className="p-5 sm:p-10 lg:row-span-2 lg:p-12">
          <AccountForm {...page} />
        </div>
        {tool ? <AskedTool tool={tool} /> : <AccountGives />}
      </div>
    </div>
  );
}

function AccountForm({ title, lead, below, children }: AccountPage) {
  return (
    <>
      <h1 className="text-3xl">{title}</h1>
      {lead && <p className="mt-2 text-ink-soft">{lead}</p>}
      <div className="mt-6">{children}</div>
      {below && <div className="mt-6 border-t border-line pt-5">{below}</div>}
    </>
  );
}

function AccountGives() {
  const { heading, things } = accountTexts.gives;
  return (
    <section
      aria-label={heading}
      className="border-t border-line bg-sunken p-5 sm:p-10 lg:row-span-2 lg:border-t-0 lg:border-l lg:p-12"
    >
      <h2 className="label-caps text-ink-soft">{heading}</h2>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {things.map(({ icon, name, text }) => (
          <li key={name} className="flex gap-4 py-5">
            <Icon name={icon} className="size-6 shrink-0 text-accent" />
            <div>
              <h3 className="text-base">{name}</h3>
              <p className="mt-1 text-sm text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the provider said, inline in red (specification, section 8). Takes
 * no space while there is nothing. */
export function ErrorText({ children }: { children: string | undefined }) {
  return (
    <div role="alert" className="text-sm font-medium text-bad empty:hidden">
      {children}
    </div>
  );
}
