import { z } from 'zod';

/** The settings of the pictures as they stand in the environment. */
export const imageHostEnvironment = {
  IMAGE_HOST: z.enum(['disk'], { error: 'must be disk' }).default('disk'),
};

type Environment = z.infer<z.ZodObject<typeof imageHostEnvironment>>;

/** Which service is used for pictures. */
export type ImageHostSettings = { kind: 'disk' };

/** The settings of the pictures in the shop's words. */
export function toImageHostSettings(env: Environment): ImageHostSettings {
  return { kind: env.IMAGE_HOST };
}
