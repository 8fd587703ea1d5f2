import { ConfigError, readConfig } from '#platform/config/config.ts';

/** What an environment is told that is wrong with it, a line each; none for one that is right. */
export function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n').slice(1);
    throw error;
  }
  return [];
}
