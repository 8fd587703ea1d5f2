import { type ComponentProps, lazy, type Ref, Suspense } from 'react';
import type { Tool } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import { askedToolTexts } from '#features/catalogue/texts/tool.ts';
import { loginPath } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/loading.tsx';
import { layoutTexts } from '#ui/texts.ts';

/** About the height of the order form. */
const FORM_HEIGHT = 'mt-12 h-174 lg:mt-16 lg:h-114';

/** Starts to load the order form's code. */
export const loadOrderForm = () => import('./order-form.tsx');

const OrderForm = lazy(async () => ({ default: (await loadOrderForm()).OrderForm }));

/** The order form, loaded lazily: its rules are more code than the rest of the page, which must not wait for
 * it. */
export function LazyOrderForm(props: ComponentProps<typeof OrderForm>) {
  return (
    <Suspense fallback={<Skeleton className={FORM_HEIGHT} />}>
      <OrderForm {...props} />
    </Suspense>
  );
}

/** Replaces the form for visitors; those who have signed in before see a skeleton until the session is
 * known. */
export function AskToLogIn({ tool, ref }: { tool: Tool; ref: Ref<HTMLElement> }) {
  const { status } = useSession();
  const path = toolPath(tool);
  const isLoading = status === 'loading';
  return (
    <>
      {isLoading && <Skeleton className={`hidden in-data-known:block ${FORM_HEIGHT}`} />}
      <section
        ref={ref}
        aria-labelledby="order-heading"
        className={classNames(
          'mt-12 scroll-mt-24 rounded-md border border-line bg-surface p-5 sm:p-8 lg:mt-16',
          isLoading && 'in-data-known:hidden',
        )}
      >
        <h2 id="order-heading" className="text-xl">
          {askedToolTexts.orderHeading}
        </h2>
        <p className="mt-3 max-w-prose text-ink-soft">{askedToolTexts.toOrder}</p>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <LinkButton to={loginPath(path)}>{layoutTexts.login}</LinkButton>
          <LinkButton to={loginPath(path, '/signup')} variant="secondary">
            {askedToolTexts.toSignUp}
          </LinkButton>
        </div>
      </section>
    </>
  );
}
