// Writes the software bill of materials of the production dependencies to build/sbom.cdx.json, in CycloneDX format. Part of
// `npm run build`. Reads only the lock file, so it needs no registry. A failure does not prevent the shop from starting.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runNpm } from './run-npm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = `${ROOT}build/sbom.cdx.json`;

const readJson = (path) => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'));

/**
 * Returns `name@version` of everything that is not for development alone. npm's own `--omit dev` also leaves out packages that
 * tools share, and does so by itself if NODE_ENV is production.
 */
function shippedPackages() {
  const { packages } = readJson('package-lock.json');
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return new Set(shipped.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`));
}

try {
  const { name } = readJson('package.json');
  const { code, stdout, stderr } = await runNpm([
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--include=dev',
    '--prefix',
    ROOT,
  ]);
  if (code !== 0) throw new Error(stderr.trim() || `npm sbom ended with code ${code}`);
  const bill = JSON.parse(stdout);
  const shipped = shippedPackages();
  const root = bill.metadata.component['bom-ref'];
  const isShipped = (reference) => reference === root || shipped.has(reference);
  bill.components = bill.components.filter((component) => shipped.has(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => isShipped(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) }));
  // npm names the root package after its folder.
  bill.metadata.component.name = name;
  bill.metadata.component.type = 'application';
  mkdirSync(`${ROOT}build`, { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`Wrote build/sbom.cdx.json: ${bill.components.length} components.`);
} catch (error) {
  console.warn(`The software bill of materials was not written: ${error instanceof Error ? error.message : error}`);
}
