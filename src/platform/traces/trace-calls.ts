import { trace } from './span.ts';

/** The methods of a service that answer with a promise. */
type Call<Service> = {
  [Name in keyof Service]: Service[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Service];

/**
 * The same service, with a span for each of the calls named, such as `CardPayments.refund`; no argument or answer is in it.
 */
export function traceCalls<Service extends { readonly kind: string }>(
  about: string,
  service: Service,
  calls: readonly Call<Service>[],
): Service {
  const traced = calls.map((name) => {
    const call = service[name] as (...args: unknown[]) => Promise<unknown>;
    const start = {
      name: `${about}.${String(name)}`,
      kind: 'client',
      facts: { 'toolyard.service': service.kind },
    } as const;
    return [name, (...args: unknown[]) => trace(start, () => call.apply(service, args))] as const;
  });
  return { ...service, ...Object.fromEntries(traced) };
}
