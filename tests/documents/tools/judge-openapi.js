import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';

// Prints what Redocly's recommended rules say against the API's description in the file named first, as JSON.

const source = readFileSync(process.argv[2], 'utf8');
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
process.stdout.write(
  JSON.stringify(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ),
);
