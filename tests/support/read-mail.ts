/** An email as transmitted: its headers by lower-case name, and its two parts. */
export type ReadMail = { headers: Record<string, string>; text: string; html: string };

type Part = { headers: Record<string, string>; body: string };

/** Parses an email of two alternative parts (RFC 5322, RFC 2046, section 5.1.4), beside which files may be
 * attached. @throws if it is not such an email */
export function readMail(raw: string): ReadMail {
  const { headers, body } = splitPart(raw);
  const [first] = partsOf({ headers, body }, 'mixed') ?? [];
  const parts = partsOf(first ?? { headers, body }, 'alternative');
  if (!parts) throw new Error(`no mail of two parts: ${headers['content-type']}`);
  return { headers, text: contentOf(parts, 'text/plain'), html: contentOf(parts, 'text/html') };
}

function partsOf({ headers, body }: Part, subtype: 'mixed' | 'alternative'): Part[] | undefined {
  const type = headers['content-type'] ?? '';
  const boundary = new RegExp(`^multipart/${subtype};\\s*boundary="([^"]+)"`).exec(type)?.[1];
  if (!boundary) return undefined;
  const between = body.split(`--${boundary}`).slice(1, -1);
  return between.map((part) => splitPart(part.replace(/^\r\n/, '')));
}

function splitPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (name in headers) throw new Error(`the header ${name} comes twice`);
    headers[name] = line.slice(colon + 1).trim();
  }
  return { headers, body: raw.slice(end + 4) };
}

function contentOf(parts: Part[], type: string): string {
  const part = parts.find(({ headers }) => headers['content-type']?.startsWith(`${type}; charset=utf-8`));
  if (!part) throw new Error(`no part of type ${type}`);
  return decode(part).toString('utf8').replaceAll('\r\n', '\n').replace(/\n+$/, '\n');
}

function decode({ headers, body }: Part): Buffer {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding === '7bit') return Buffer.from(body, 'latin1');
  const joined = body.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
