import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { largestBodyBytes, requestLimits } from '#contracts/limits.ts';
import { readFile } from '#tests/support/deploy-files.ts';

/** Compares the limits of the proxies' files and the manual with the shop's own. */

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const nginx = readFile('deploy/nginx.conf');
const [ingress] = parseAllDocuments(readFile('deploy/kubernetes/example/ingress.yaml')).map((each) =>
  each.toJS(),
);
const manual = readFile('docs/operating.md').replace(/\s+/g, ' ');

const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);

it('lets bodies through that the shop takes, and not many times as large ones', () => {
  const taken = {
    nginx: numberIn(nginx, /^ *client_max_body_size (\d+)m;$/m),
    ingress: numberIn(
      ingress.metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'],
      /^(\d+)m$/,
    ),
    manual: numberIn(manual, /- Bodies of (\d+) MB \(an import of/),
  };
  expect(new Set(Object.values(taken)).size).toBe(1);
  expect(taken.nginx * MEGABYTE).toBeGreaterThan(largestBodyBytes);
  expect(taken.nginx * MEGABYTE).toBeLessThan(1.1 * largestBodyBytes);
});

it('lets heads through that the shop takes', () => {
  const sizes = [/large_client_header_buffers 4 (\d+)k;/, /large-client-header-buffers: 4 (\d+)k`/];
  for (const [nth, text] of [nginx, manual].entries())
    expect(numberIn(text, sizes[nth] ?? /^$/) * KILOBYTE).toBe(requestLimits.headBytes);
});

it('names the limits of bodies as they are', () => {
  const [body, picture, imported] = [
    `${requestLimits.bodyBytes / KILOBYTE} KiB`,
    `${requestLimits.pictureBytes / MEGABYTE} MB`,
    `${requestLimits.importBytes / MEGABYTE} MB`,
  ];
  expect(requestLimits.documentBytes).toBe(requestLimits.pictureBytes);
  expect(readFile('docs/security.md')).toContain(`| ${body}; ${picture}; ${imported}; 100 rows |`);
  expect(manual).toContain(`(an import of ${imported} and its form)`);
  expect(requestLimits.arrivesWithinSeconds).toBe(120);
  expect(manual).toContain('the shop itself gives a request two minutes to arrive');
});
