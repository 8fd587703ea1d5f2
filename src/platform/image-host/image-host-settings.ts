import { z } from 'zod';
import { halfGiven } from '../settings-fields.ts';

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://pictures.shop.example' })
  .transform((address) => address.replace(/\/+$/, ''));

const ORIGIN = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/;

const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim().toLowerCase()))
  .refine(
    (list) => list.every((origin) => ORIGIN.test(origin)),
    'must be origins such as https://*.ibb.co,https://pictures.shop.example',
  );

/** The settings of the pictures as they stand in the environment. */
export const imageHostEnvironment = {
  IMAGE_HOST: z.enum(['disk', 's3', 'imgbb'], { error: 'must be disk, s3 or imgbb' }).default('disk'),
  IMAGE_EARLIER_SOURCES: origins.default([]),
  IMGBB_API_KEY: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: webAddress.optional(),
};

type Environment = z.infer<z.ZodObject<typeof imageHostEnvironment>>;

/** A bucket of an S3-compatible store. */
export type S3Settings = {
  kind: 's3';
  bucket: string;
  region: string;
  /** Undefined: Amazon's own, for the region. */
  endpoint: string | undefined;
  /** Undefined: what the machine is given by its surroundings, such as a role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Where browsers find the bucket, without a slash at the end. Undefined: the shop serves the pictures itself. */
  publicUrl: string | undefined;
};

/** An account of imgbb. */
export type ImgbbSettings = { kind: 'imgbb'; key: string };

/** Which service is used for pictures. */
export type ImageHostSettings = { kind: 'disk' } | S3Settings | ImgbbSettings;

/** What is wrong with settings of the pictures that are each right. */
export function imageHostProblems(env: Environment, { mode }: { mode: 'trial' | 'live' }): string[] {
  const missing = needed[env.IMAGE_HOST].filter((name) => !env[name]);
  const isOpen = mode === 'live' && env.S3_PUBLIC_URL?.startsWith('http:');
  const problems = [
    ...missing.map((name) => `${name} is missing: IMAGE_HOST=${env.IMAGE_HOST} needs it`),
    ...(env.IMAGE_HOST === 's3' ? halfGiven(env, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY') : []),
    env.IMAGE_HOST === 's3' && isOpen && 'S3_PUBLIC_URL must be an https address in live mode',
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

const needed = {
  disk: [],
  s3: ['S3_BUCKET', 'S3_REGION'],
  imgbb: ['IMGBB_API_KEY'],
} as const satisfies Record<Environment['IMAGE_HOST'], (keyof Environment)[]>;

/** The settings of the pictures in the shop's words; `imageHostProblems` has found nothing. */
export function toImageHostSettings(env: Environment): ImageHostSettings {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  switch (env.IMAGE_HOST) {
    case 'disk':
      return { kind: 'disk' };
    case 'imgbb':
      return { kind: 'imgbb', key: env.IMGBB_API_KEY ?? '' };
    case 's3':
      return {
        kind: 's3',
        bucket: env.S3_BUCKET ?? '',
        region: env.S3_REGION ?? '',
        endpoint: env.S3_ENDPOINT,
        credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
        publicUrl: env.S3_PUBLIC_URL,
      };
  }
}
