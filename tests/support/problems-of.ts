import { ConfigError, readConfig } from '#platform/config/config.ts';

/** The problems reported for an environment, one per line; none if it is valid. */
export function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}
