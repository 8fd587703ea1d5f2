import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { type DestinationChange, describeDestinationCall } from '#features/addresses/contract.ts';
import { orderFormTexts as texts } from '#features/cart/order-form-texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { classNames } from '#ui/class-names.ts';
import { useFocus } from '#ui/hooks.ts';

/** Its code includes every country's form. */
const DestinationFields = lazy(() => import('./destination-fields.tsx'));

/** How long nothing is typed before the address is read. */
const TYPING_MS = 400;

interface DestinationOptions {
  /** As typed so far. */
  address: string;
  /** The customer whom staff order for. */
  customer?: string | undefined;
  /** Where an existing order with this address goes. */
  first?: DestinationChange | undefined;
  onChange?: () => void;
}

/** Where the address of an order form is: as the shop reads it, or as the user says. */
export function useDestination({ address: typed, customer, first, onChange }: DestinationOptions) {
  const { api } = useSession();
  const queries = useQueryClient();
  const focus = useFocus();
  const id = useId();
  const address = typed.trim();
  const [said, setSaid] = useState(first && { address, parts: first });
  const [isOpen, setOpen] = useState(false);
  // What was said of another address doesn't count.
  const destination = said?.address === address ? said.parts : undefined;
  const [settled, setSettled] = useState({ address, destination });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ address, destination }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [address, destination]);
  const query = (asked: typeof settled) => ({
    queryKey: ['destination', customer, asked],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call(describeDestinationCall, { body: { ...asked, customer }, signal }),
  });
  const reading = useQuery({ ...query(settled), enabled: settled.address !== '' });
  const isCurrent = settled.address === address && settled.destination === destination;

  return {
    id,
    isOpen,
    toggle: () => setOpen(!isOpen),
    read: isCurrent ? reading.data : undefined,
    destination,
    change(parts: DestinationChange) {
      setSaid({ address, parts });
      onChange?.();
    },
    /** Returns what an order says of it, once nothing is missing; else asks for that. */
    async confirm(): Promise<{ destination?: DestinationChange } | undefined> {
      const read = await queries.query(query({ address, destination })).catch(() => undefined);
      // Then the order's own call reads the address.
      if (!read) return destination ? { destination } : {};
      if (read.problems.length > 0) {
        setSettled({ address, destination });
        setOpen(true);
        focus(id);
        return undefined;
      }
      const { country, region, postalCode } = read;
      return country ? { destination: { country, region: region ?? '', postalCode: postalCode ?? '' } } : {};
    },
  };
}

/** Says beneath the address where the order goes, or what is missing, and lets the user change it. */
export function DestinationLine({ of }: { of: ReturnType<typeof useDestination> }) {
  const { id, isOpen, read, destination } = of;
  const [problem] = read?.problems ?? [];
  const words = problem ? !isOpen && problem.message : read?.text && texts.shipsTo(read.text);
  const parts = destination ?? {
    country: read?.country ?? '',
    region: read?.region ?? '',
    postalCode: read?.postalCode ?? '',
  };
  return (
    <>
      {/* As high as the longest text, so that nothing moves when it appears. */}
      <p className="mt-1.5 min-h-12 text-sm text-ink-soft sm:min-h-6">
        <span role="status" className={classNames(problem && 'font-medium text-warn')}>
          {words}
        </span>
        {(words || isOpen) && (
          <>
            {words && '\u00a0· '}
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={of.toggle}
              className="min-h-6 text-link underline-offset-4 hover:underline"
            >
              {isOpen
                ? texts.closeDestination
                : problem
                  ? texts.completeDestination
                  : texts.changeDestination}
            </button>
          </>
        )}
      </p>
      <div id={id} className="mt-2 empty:hidden">
        {isOpen && (
          <Suspense>
            <DestinationFields
              parts={{ ...parts, region: parts.region || (read?.region ?? '') }}
              problems={read?.problems ?? []}
              onChange={of.change}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
