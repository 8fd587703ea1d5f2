import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The parts of a CycloneDX document (1.5) that are changed here; the others are passed on unchanged. */
const sbomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Sbom = z.infer<typeof sbomSchema>;

/** Prints the shop's bill of materials: every package that `npm ci --omit=dev` installs, on any platform,
 * with its version and hash. It is read from the lockfile, without network access. */
function printSbom(): void {
  const everything = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  );
  const sbom = withoutDevelopment(sbomSchema.parse(JSON.parse(everything)));
  process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
}

/** npm's own `--omit dev` also omits packages that both the shop and its development need, such as React; and
 * for a package in several places, its development flag applies to only one of them. */
function withoutDevelopment(sbom: Sbom): Sbom {
  const shops = packagesOfTheShop();
  const components = sbom.components.filter(({ name, version }) => shops.has(`${name}@${version}`));
  const { component } = sbom.metadata;
  const kept = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  return {
    ...sbom,
    // npm would name it after the folder.
    metadata: { ...sbom.metadata, component: { ...component, name: packageName() } },
    components,
    dependencies: sbom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}

/** The lockfile's packages that anything besides development needs, as 'name@version'. */
function packagesOfTheShop(): Set<string> {
  const { packages } = z
    .object({
      packages: z.record(z.string(), z.looseObject({ version: z.string(), dev: z.boolean().optional() })),
    })
    .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return new Set(
    needed.map(([path, { version }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
  );
}

function packageName(): string {
  const { name } = z.object({ name: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  return name;
}

printSbom();
