import type { Operation } from './api-document.ts';
import type { FuzzRequest } from './fuzz-requests.ts';
import type { FuzzReply } from './send-fuzz.ts';

/** Statuses that any path may answer to a request whose headers never end or are too large. */
const ANYWHERE = [408, 431];

/** Statuses for a request whose body does not have its declared length. */
const NOT_WHOLE = [0, 400, 413, 415];

/** Returns what is wrong with a reply to a call; `undefined` if nothing is. */
export function whatIsWrong(
  { method, framing }: Pick<FuzzRequest, 'method' | 'framing'>,
  operation: Operation,
  { status, type, text }: Pick<FuzzReply, 'status' | 'type' | 'text'>,
): string | undefined {
  if (status >= 500) return `answered ${status}: ${text}`;
  if (ANYWHERE.includes(status)) return undefined;
  if (framing === 'long' || framing === 'short') {
    const isFine = operation.replies.has(status) || NOT_WHOLE.includes(status);
    return isFine ? undefined : `answered ${status} to a length that was not right`;
  }
  if (status === 0) return 'no reply';
  const declared = operation.replies.get(status);
  if (!declared) return `answered ${status}, which is not declared: ${text.slice(0, 300)}`;
  if (method === 'HEAD' || declared.size === 0) return text === '' ? undefined : `${status} with a body`;
  return whatIsWrongInside(declared, type, text);
}

function whatIsWrongInside(
  declared: Operation['replies'] extends Map<number, infer Types> ? Types : never,
  type: string,
  text: string,
): string | undefined {
  const [mediaType = ''] = type.split(';');
  const schema = declared.get(mediaType);
  if (!schema) return `is of type ${type}, which is not declared`;
  if (mediaType !== 'application/json') return undefined;
  const parsed = schema.safeParse(JSON.parse(text));
  return parsed.success ? undefined : `is not as declared: ${parsed.error.message}\n${text.slice(0, 500)}`;
}
