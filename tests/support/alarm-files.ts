import { parse } from 'yaml';
import dashboard from '../../deploy/grafana/toolyard.json' with { type: 'json' };
import { readFile } from './deploy-files.ts';

type Rule = { alert: string; expr: string; labels: { severity: string } };
type RuleFile = { groups: { rules: Rule[] }[] };

/** The alarms of deploy/prometheus. */
export const alarms = (parse(readFile('deploy/prometheus/toolyard.rules.yml')) as RuleFile).groups.flatMap(
  ({ rules }) => rules,
);

type Panel = { title: string; targets?: { expr: string }[] };

/** The expressions of deploy/grafana, with the title of their panel, in Prometheus's own words: without
 * Grafana's variables. */
export const dashboardExpressions = (dashboard.panels as Panel[]).flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({
    title,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
  })),
);
