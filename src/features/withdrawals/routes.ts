import { AppError } from '#contracts/app-error.ts';
import { hasDuty } from '#contracts/duties.ts';
import type { AppContext } from '#features/app-context.ts';
import { clientAddress } from '#http/limit-rate.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import type { RateLimit } from '#platform/database/rate-limiter.ts';
import { declareWithdrawalCall } from './contract.ts';
import { queueWithdrawal } from './declare-withdrawal.ts';
import { withdrawalErrorTexts } from './texts.ts';

/** A client may be several people who share its address, as in an office. */
const DECLARATIONS_PER_CLIENT = 10;

const times = (rate: RateLimit, factor: number): RateLimit => ({ ...rate, limit: rate.limit * factor });

/** Registers `POST /withdrawals`. Declarations are counted by client and by email, as emailed links are. */
export function withdrawalRoutes(api: ApiServer, context: AppContext): void {
  const counted = { limit: 'reads', countsItself: true } as const;
  serve(api, declareWithdrawalCall, counted, async ({ body, ip }) => {
    await assertOffered(context);
    const { reset } = context.config.limits;
    await context.rateLimiter.take(
      `withdrawal from ${clientAddress(ip)}`,
      times(reset, DECLARATIONS_PER_CLIENT),
    );
    await context.rateLimiter.take(`withdrawal of ${body.email}`, reset);
    return queueWithdrawal(context, body);
  });
}

/** @throws AppError not_found unless the shop's law has a withdrawal function (decision 128) */
async function assertOffered({ details }: AppContext): Promise<void> {
  const { law, region } = await details.read();
  if (!hasDuty({ country: region.country, customers: law.customers }, 'withdrawal'))
    throw new AppError('not_found', withdrawalErrorTexts.notHere);
}
