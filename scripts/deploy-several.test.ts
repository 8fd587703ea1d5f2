import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '#platform/config/config.ts';
import {
  connectionsOfProcess,
  imageInstructions,
  imageSettings,
  readFile,
  settings,
  stopSeconds,
  unknownSettings,
} from '#tests/support/deploy-files.ts';

/** Compares the files for several processes with the shop and with each other. */

const [user] = imageInstructions('USER');

type Service = {
  image: string;
  user?: string;
  build?: { target: string };
  environment?: Record<string, string>;
  command?: string[];
  networks?: { inner?: { ipv4_address: string } };
  stop_grace_period?: string;
  [other: string]: unknown;
};

describe('compose', () => {
  const { services }: { services: Record<string, Service> } = parse(readFile('deploy/compose.yaml'), {
    merge: true,
  });
  const shops = Object.entries(services).filter(([name]) => name.startsWith('shop-'));
  const addressOf = (name: string) => services[name]?.networks?.inner?.ipv4_address;

  it('hardens every service, and runs none as root', () => {
    for (const { read_only, cap_drop, security_opt, user: own, image } of Object.values(services)) {
      expect({ read_only, cap_drop, security_opt }).toEqual({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(own ?? (image === 'toolyard-server' ? user : 'root')).not.toBe('root');
    }
    expect(services['shop-1']?.build?.target).toBe('server');
  });

  it('gives the shop known settings, and contains no secret', () => {
    const example = [...readFile('deploy/compose/env.example').matchAll(/^([A-Z_]+)=(.*)$/gm)];
    const ofCompose = ['DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD', 'PUBLISH'];
    expect(unknownSettings(example.map(([, name = '']) => name))).toEqual(ofCompose);
    for (const [, { environment = {} }] of shops)
      expect(unknownSettings(Object.keys(environment))).toEqual([]);
    const secret = /PASSWORD|SECRET|KEY|_URL$/;
    for (const [, name = '', value] of example) if (secret.test(name)) expect(value).toBe('');
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (secret.test(name)) expect(value).toMatch(/\$\{[A-Z_]+:\?is not set\}/);
  });

  it('has the shops at the addresses that nginx uses, on the port of the image', () => {
    const sought = [...readFile('deploy/nginx.conf').matchAll(/^\s+server ([\d.]+):(\d+) /gm)];
    expect(sought).toHaveLength(3);
    expect(sought.map(([, address]) => address)).toEqual(shops.map(([name]) => addressOf(name)));
    expect(new Set(sought.map(([, , port]) => port))).toEqual(new Set([imageSettings.PORT]));
    for (const [, { environment }] of shops) expect(environment?.TRUST_PROXY).toBe(addressOf('proxy'));
  });

  it('gives the shop time to stop, and backs it up with the command of npm run backup', () => {
    for (const [, { stop_grace_period }] of shops)
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(stopSeconds);
    expect(services.backup?.command).toEqual(['node', '/shop/src/server/cli.ts', 'backup']);
  });
});

type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, never>; data?: object };

const manifestsOf = (folder: string) =>
  readdirSync(new URL(`../deploy/kubernetes/${folder}`, import.meta.url))
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => parseAllDocuments(readFile(`deploy/kubernetes/${folder}/${name}`)))
    .map((document) => document.toJS() as Manifest);

describe('the Kubernetes manifests', () => {
  const all = [...manifestsOf('base'), ...manifestsOf('example')];
  // biome-ignore lint/suspicious/noExplicitAny: it is a file, and what it lacks fails the test
  const spec = (kind: string): any => all.find((one) => one.kind === kind)?.spec;
  const deployment = spec('Deployment');
  const pod = deployment.template.spec;
  const [shop] = pod.containers;

  it('run the image as its own user, without unnecessary privileges', () => {
    const { runAsUser, runAsGroup, runAsNonRoot, seccompProfile } = pod.securityContext;
    expect(`${runAsUser}:${runAsGroup}`).toBe(user);
    expect({ runAsNonRoot, seccompProfile }).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(shop.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(shop.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(
      expect.arrayContaining([imageSettings.SHOP_DATA_DIR, '/tmp']),
    );
  });

  it('contain settings that the shop knows, and secrets by reference only', () => {
    const maps = all.filter(({ kind }) => kind === 'ConfigMap').flatMap(({ data = {} }) => Object.keys(data));
    const own = shop.env.map(({ name }: { name: string }) => name);
    expect(unknownSettings([...maps, ...own])).toEqual(['DATABASE_APP_PASSWORD']);
    expect(maps.filter((name) => /SECRET|PASSWORD|_KEY/.test(name))).toEqual([]);
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    for (const { name, value } of shop.env)
      if (value)
        expect([name, value]).toEqual([name, expect.stringMatching(/^postgres:\/\/\w+:\$\([A-Z_]+\)@/)]);
  });

  it('configure a live shop, together with the secrets created as in docs/operating.md', () => {
    const named = [...readFile('docs/operating.md').matchAll(/--from-literal=([A-Z0-9_]+)=/g)];
    const values: Record<string, string> = {
      SHOP_SECRET: 'f'.repeat(64),
      SHOP_ADMIN_PASSWORD: 'plumb-bob-and-chalk',
      STRIPE_SECRET_KEY: 'sk_live_0123456789abcdef',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    };
    const secrets = named.map(([, name = '']) => [name, values[name] ?? 'made-first']);
    const maps = all.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => data);
    const own = shop.env.map(({ name, value }: { name: string; value?: string }) => [
      name,
      value ?? 'postgresql://toolyard:made-first@toolyard-database-rw.toolyard:5432/toolyard',
    ]);
    const environment = Object.assign({}, ...maps, Object.fromEntries(secrets), Object.fromEntries(own));
    // This authority does not exist here; any readable file will do.
    const config = readConfig({ ...environment, DATABASE_CA_FILE: import.meta.filename });
    expect([config.mode, config.cardPayments.kind, config.imageHost.kind, config.email.kind]).toEqual([
      ...['live', 'stripe', 's3', 'smtp'],
    ]);
    expect(config.database).toMatchObject({
      connection: { user: 'toolyard_app', tls: { checks: 'name' } },
      owner: { user: 'toolyard', tls: { checks: 'name' } },
    });
  });

  it('probe the addresses that the shop serves, and leave it time to stop', () => {
    const calls = readFile('src/server/api/health.ts');
    const probes = [shop.startupProbe, shop.readinessProbe, shop.livenessProbe];
    for (const { httpGet } of probes) {
      expect(calls).toContain(`path: '${httpGet.path}'`);
      expect(httpGet.port).toBe('http');
    }
    const preStop = Number(shop.lifecycle.preStop.exec.command[1]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStop + stopSeconds);
  });

  it('use the same ports everywhere, and admit traffic to no other', () => {
    const data: Record<string, string> = Object.assign({}, ...all.map(({ data = {} }) => data));
    const ports = { http: Number(imageSettings.PORT), metrics: Number(data.METRICS_PORT) };
    expect(
      Object.fromEntries(
        shop.ports.map((one: { name: string; containerPort: number }) => [one.name, one.containerPort]),
      ),
    ).toEqual(ports);
    const ingress: { ports: { port: number }[] }[] = spec('NetworkPolicy').ingress;
    expect(ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual(Object.values(ports));
    expect(spec('Service').ports[0].targetPort).toBe('http');
    expect(spec('PodMonitor').podMetricsEndpoints[0].port).toBe('metrics');
    expect(spec('PodMonitor').jobLabel).toBe('app.kubernetes.io/name');
  });

  it('select the same pods everywhere', () => {
    const component = { 'app.kubernetes.io/component': 'shop' };
    const both = { 'app.kubernetes.io/name': 'toolyard', ...component };
    expect(deployment.template.metadata.labels).toEqual(both);
    expect(deployment.selector.matchLabels).toEqual(both);
    expect(spec('Service').selector).toEqual(both);
    expect(spec('PodDisruptionBudget').selector.matchLabels).toEqual(both);
    expect(spec('PodMonitor').selector.matchLabels).toEqual(both);
    expect(spec('NetworkPolicy').podSelector.matchLabels).toEqual(component);
  });

  it('open no more connections than the database allows', () => {
    const cluster = all.filter(({ kind }) => kind === 'Cluster').map(({ spec }) => spec)[0] as never as {
      postgresql: { parameters: { max_connections: string } };
    };
    const processes =
      spec('HorizontalPodAutoscaler').maxReplicas + deployment.strategy.rollingUpdate.maxSurge;
    // Further connections, for the operator and its standbys.
    const beside = 20;
    expect(settings.get('DATABASE_POOL_SIZE')).toBe('12');
    expect(Number(cluster.postgresql.parameters.max_connections)).toBeGreaterThanOrEqual(
      processes * connectionsOfProcess + beside,
    );
  });
});
