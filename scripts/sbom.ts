import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** How npm marks what only development needs. */
const DEVELOPMENT = 'cdx:npm:package:development';

/** The parts of a CycloneDX document (1.5) that are worked on here; the others are passed on as they are. */
const sbomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string(), 'bom-ref': z.string() }) }),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), properties: z.array(z.looseObject({ name: z.string() })) }),
  ),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
});
type Sbom = z.infer<typeof sbomSchema>;

/**
 * Prints the shop's bill of materials: every package that `npm ci --omit=dev` installs, on any platform, with its
 * version and hash. It is read from the lockfile, without the network.
 */
function printSbom(): void {
  const everything = execFileSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  );
  const sbom = withoutDevelopment(sbomSchema.parse(JSON.parse(everything)));
  process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);
}

/** npm's own `--omit dev` also leaves out what both the shop and its development need, React among it. */
function withoutDevelopment(sbom: Sbom): Sbom {
  const components = sbom.components.filter(
    ({ properties }) => !properties.some(({ name }) => name === DEVELOPMENT),
  );
  const { component } = sbom.metadata;
  const kept = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  return {
    ...sbom,
    // npm names it after the folder.
    metadata: { ...sbom.metadata, component: { ...component, name: packageName() } },
    components,
    dependencies: sbom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}

function packageName(): string {
  const { name } = z.object({ name: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
  return name;
}

printSbom();
