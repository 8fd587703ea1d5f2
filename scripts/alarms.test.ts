import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { auditActions } from '#features/audit/contract.ts';
import { alarms, dashboardExpressions } from '#tests/support/alarm-files.ts';
import { readFile } from '#tests/support/deploy-files.ts';

/** Compares the alarms of deploy/prometheus with their tests and their page of
 * the docs: promtool sees neither. */

const names = alarms.map(({ alert }) => alert).toSorted();

type Tests = { tests: { alert_rule_test: { alertname: string; exp_alerts: object[] }[] }[] };

it('explains each alarm in a row of docs/alarms.md, and no other', () => {
  const explained = readFile('docs/alarms.md');
  const rows = explained.match(/(?<=^\| `)Toolyard\w+(?=` \|)/gm);
  expect(rows?.toSorted()).toEqual(names);
});

it('makes each alarm go off once, and holds each quiet once', () => {
  const files = ['toolyard.rules.test.yml', 'toolyard.week.test.yml'];
  const tests = files.flatMap((file) => (parse(readFile(`deploy/prometheus/${file}`)) as Tests).tests);
  const expected = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const where = (goesOff: boolean) =>
    new Set(
      expected.filter((each) => each.exp_alerts.length > 0 === goesOff).map(({ alertname }) => alertname),
    );
  expect([...where(true)].toSorted()).toEqual(names);
  expect([...where(false)].toSorted()).toEqual(names);
});

it('wakes somebody, or waits for the morning', () => {
  for (const { alert, labels } of alarms)
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
});

it('asks only for actions that the audit trail has', () => {
  const expressions = [...alarms, ...dashboardExpressions].map(({ expr }) => expr).join('\n');
  const asked = [...expressions.matchAll(/action="(\w+)"/g)].map(([, action]) => action);
  expect(asked.length).toBeGreaterThan(0);
  for (const action of asked) expect(auditActions).toContain(action);
});
