import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** How a body is coded on its way (RFC 9110, section 8.4.1). */
export type Coding = 'br' | 'gzip' | 'identity';

/** A body in every coding that the shop sends. */
export type CodedBody = Record<Coding, Buffer>;

/** How hard to compress: brotli's quality from 0 to 11, gzip's level from 0 to 9. */
export type Effort = { br: number; gzip: number };

/** For what is sent once: most of the gain for a fraction of the time. */
export const quickly: Effort = { br: 4, gzip: 5 };

/** For what is sent many times. */
export const well: Effort = { br: 9, gzip: 9 };

/** A body in one coding. */
export async function compress(identity: Buffer, coding: Coding, effort: Effort): Promise<Buffer> {
  if (coding === 'identity') return identity;
  if (coding === 'gzip') return compressGzip(identity, { level: effort.gzip });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.br,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  return compressBrotli(identity, { params });
}

/** A body in every coding. */
export async function compressAll(identity: Buffer, effort: Effort): Promise<CodedBody> {
  const [br, gz] = await Promise.all([compress(identity, 'br', effort), compress(identity, 'gzip', effort)]);
  return { br, gzip: gz, identity };
}

/** The coding to send to somebody whose `Accept-Encoding` is `accepted`: brotli, else gzip, else none. */
export function chooseCoding(accepted: string | undefined): Coding {
  const takes = (coding: string) =>
    accepted?.split(',').some((offer) => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim().toLowerCase());
      return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}
