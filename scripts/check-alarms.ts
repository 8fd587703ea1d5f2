import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dashboardExpressions } from '#tests/support/alarm-files.ts';

// Checks the alarms of deploy/prometheus, makes each go off, and checks the expressions of the dashboard of
// deploy/grafana, all by Prometheus's promtool: Debian has it in the package `prometheus`.

const folder = mkdtempSync(join(tmpdir(), 'toolyard-alarms-'));
const ofDashboard = join(folder, 'dashboard.yml');
// JSON is YAML too.
const rules = dashboardExpressions.map(({ expr }, nth) => ({ record: `panel:${nth}`, expr }));
writeFileSync(ofDashboard, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));

function promtool(...args: string[]): boolean {
  const { status, error } = spawnSync('promtool', args, { stdio: 'inherit' });
  if (error) process.stderr.write(`promtool could not be started: ${error.message}\n`);
  return status === 0;
}

const areGood =
  promtool('check', 'rules', 'deploy/prometheus/toolyard.rules.yml', ofDashboard) &&
  promtool(
    'test',
    'rules',
    'deploy/prometheus/toolyard.rules.test.yml',
    'deploy/prometheus/toolyard.week.test.yml',
  );
rmSync(folder, { recursive: true });
if (!areGood) process.exitCode = 1;
