import { z } from 'zod';
import { mode, webAddress, weigh } from './settings-fields.ts';

const folder = webAddress('https://pictures.shop.example').transform((address) =>
  address.replace(/\/+$/, ''),
);

type ImageHostSettings = z.output<typeof imageHostSettings>;

/** No `endpoint`: Amazon's own; no `credentials`: the machine's, such as a role; no `publicUrl`: the shop
 * serves the files. */
export type S3Settings = Extract<ImageHostSettings, { kind: 's3' }>;

export const imageHostSettings = z
  .object({
    SHOP_MODE: mode,
    IMAGE_HOST: z.enum(['disk', 's3', 'imgbb'], { error: 'must be disk, s3 or imgbb' }).default('disk'),
    IMGBB_API_KEY: z.string().optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().optional(),
    S3_ENDPOINT: folder.optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_PUBLIC_URL: folder.optional(),
  })
  .transform((env, context) => {
    const { refuse, need, pair } = weigh(env, context);
    if (env.IMAGE_HOST === 'disk') return { kind: 'disk' as const };
    if (env.IMAGE_HOST === 'imgbb')
      return { kind: 'imgbb' as const, key: need('IMGBB_API_KEY', 'IMAGE_HOST=imgbb') };
    if (env.SHOP_MODE === 'live' && env.S3_PUBLIC_URL?.startsWith('http:'))
      refuse('S3_PUBLIC_URL', 'must be an https address in live mode');
    const bucket = need('S3_BUCKET', 'IMAGE_HOST=s3');
    const region = need('S3_REGION', 'IMAGE_HOST=s3');
    const keys = pair('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
    return {
      kind: 's3' as const,
      bucket,
      region,
      endpoint: env.S3_ENDPOINT,
      credentials: keys && { accessKeyId: keys[0], secretAccessKey: keys[1] },
      publicUrl: env.S3_PUBLIC_URL,
    };
  });
