import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type ErrorCode, type ErrorReply, errorStatuses } from '#contracts/app-error.ts';
import { errorTexts, requestTexts } from '#texts/errors.ts';
import { fromPlatform } from './platform-errors.ts';

const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('invalid_input', requestTexts.badJson, {
    field: 'body',
  }),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError('invalid_input', requestTexts.emptyBody, { field: 'body' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid_input', requestTexts.otherLength),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', requestTexts.bodyTooLarge, { field: 'body' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_type', requestTexts.notJson),
  // What PostgreSQL says of a NUL character in a text or in JSON (class 22).
  '22021': new AppError('invalid_input', requestTexts.unstorable),
  '22P05': new AppError('invalid_input', requestTexts.unstorable),
  FST_ERR_BAD_URL: new AppError('invalid_input', requestTexts.badAddress),
};

/** Turns anything thrown while answering into an error reply (decision 24). */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Nobody is there to read a reply, and anybody could fill the log.
  if (isBrokenOff(request, error)) {
    request.log.debug({ call: callOf(request) }, 'broken off by the client');
    return sendHttpError(new AppError('invalid_input', requestTexts.otherLength), request, reply);
  }
  const refusal = toHttpError(error);
  if (errorStatuses[refusal.code] >= 500) request.log.error({ err: error }, 'request failed');
  return sendHttpError(refusal, request, reply);
}

/** Whether what was thrown is that the rest of the request’s body never came. */
export function isBrokenOff({ raw }: FastifyRequest, error: Error): boolean {
  return raw.errored === error;
}

/** A call’s name in the log: its method and its route. */
export function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}

/** Sends a refusal. A 5xx carries the request id that the log has too, and nothing of the inside. */
export function sendHttpError(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = errorStatuses[refusal.code];
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body: ErrorReply = {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
      ...(refusal.current === undefined ? {} : { current: refusal.current }),
      ...(status >= 500 ? { requestId: request.id } : {}),
    },
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What an error thrown while answering refuses, in the words of the API. */
export function toHttpError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toInputError(error.validation);
  if ('code' in error) {
    const known = frameworkErrors[error.code];
    if (known) return known;
  }
  const ofPlatform = fromPlatform(error);
  if (ofPlatform) return ofPlatform;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError(codeOf(status), error.message);
  return new AppError('internal', errorTexts.wentWrong);
}

function toInputError(issues: { instancePath: string; message?: string }[]): AppError {
  const [issue] = issues;
  const field = issue?.instancePath.split('/').filter(Boolean).join('.') || 'body';
  return new AppError('invalid_input', issue?.message ?? errorTexts.notValid, { field });
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorStatuses) as ErrorCode[];
  return codes.find((code) => errorStatuses[code] === status) ?? 'invalid_input';
}
