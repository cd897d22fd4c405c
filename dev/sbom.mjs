// Writes the software bill of materials of what the shop runs with: build/sbom.cdx.json, in the CycloneDX format. Part of
// `npm run build`; it reads the lock file only, so it needs no registry. A bill that cannot be written does not keep a shop from starting.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runNpm } from './run-npm.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILE = `${ROOT}build/sbom.cdx.json`;

try {
  const { name } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const { code, stdout, stderr } = await runNpm([
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--omit',
    'dev',
    '--package-lock-only',
    '--prefix',
    ROOT,
  ]);
  if (code !== 0) throw new Error(stderr.trim() || `npm sbom ended with code ${code}`);
  const bill = JSON.parse(stdout);
  // npm names a package after its folder.
  bill.metadata.component.name = name;
  bill.metadata.component.type = 'application';
  mkdirSync(`${ROOT}build`, { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`Wrote build/sbom.cdx.json: ${bill.components.length} components.`);
} catch (error) {
  console.warn(`The software bill of materials was not written: ${error instanceof Error ? error.message : error}`);
}
