import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deliberateFaults } from '#tests/deliberate-faults/faults.ts';
import { askers } from '#tests/support/access-askers.ts';
import { readAccessTable } from '#tests/support/access-table.ts';

const folder = join(import.meta.dirname, '..');
const text = readFileSync(join(folder, 'docs/security.md'), 'utf8');
const checklist = `${text.slice(text.indexOf('## ASVS 5.0, level 2'))}\n`;

/** The number of requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3 },
  ...{ '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1 },
  ...{ '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2 },
  ...{ '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2 },
  ...{ '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3 },
  ...{ '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4 },
  '17.3': 2,
};

const idsOf = (section: string) =>
  Array.from({ length: sections[section] ?? 0 }, (_, index) => `${section}.${index + 1}`);

/** Each applicable requirement with its state: `- 1.1.2, 1.2.1 …` is met, `- 3.3.3 **waived** …` isn't. */
const rows = [
  ...checklist.matchAll(/^- (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) (?:\*\*([^*]+)\*\* )?\S/gm),
].flatMap(([, ids = '', state = 'met']) => ids.split(', ').map((id) => ({ id, state })));
const notApplying = [...checklist.matchAll(/^Do(?:es)? not apply: (.+?)\n\n/gms)].flatMap(([, named = '']) =>
  [...named.replaceAll(/\([^)]*\)/g, '').matchAll(/\d+\.\d+(?:\.\d+)?/g)].flatMap(([id]) =>
    sections[id] === undefined ? [id] : idsOf(id),
  ),
);

it('has each of the 253 requirements once', () => {
  const wanted = Object.keys(sections).flatMap(idsOf);
  expect(wanted).toHaveLength(253);
  expect([...rows.map(({ id }) => id), ...notApplying].toSorted()).toEqual(wanted.toSorted());
});

it('states correct totals', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  const said = /(\d+) are met, (\d+) waived, (\d+) not met yet, and (\d+) do not apply/.exec(checklist);
  const counted = [count('met'), count('waived'), count('not met yet'), notApplying.length];
  expect(said?.slice(1).map(Number)).toEqual(counted);
  expect(counted.reduce((sum, number) => sum + number)).toBe(253);
});

it('has a test for each deliberate fault', () => {
  const untested = deliberateFaults.filter(({ test }) => !existsSync(join(folder, test)));
  expect(untested.map(({ name }) => name)).toEqual([]);
});

it('finds exactly one match in its file for the rule that each deliberate fault breaks', () => {
  const astray = deliberateFaults.filter(
    ({ file, rule }) => readFileSync(join(folder, file), 'utf8').split(rule).length !== 2,
  );
  expect(astray.map(({ name }) => name)).toEqual([]);
});

it('states the number of routes and askers of the access matrix', () => {
  expect(text).toContain(`| ${readAccessTable().length} routes × ${askers.length} askers (`);
});

it('names only paths that exist', () => {
  const paths = [...text.matchAll(/`((?:src|tests|docs|scripts|build|database)\/[^`{*]*)`/g)];
  const named = paths.map(([, path = '']) => path).filter((path) => !path.startsWith('build/'));
  expect(named.length).toBeGreaterThan(80);
  expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});
