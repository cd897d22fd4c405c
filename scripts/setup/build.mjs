// Checks whether the build of the pages is current, and builds them.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareInputs, ROOT, writeMarker } from './inputs.mjs';

const MARKER = 'build/inputs.json';
const RESULTS = ['build/client', 'build/server/index.js'];
const INPUTS = [
  'src',
  'packages',
  'public',
  'scripts/vite',
  'tsc/base.json',
  'tsc/web.json',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
];

/** Returns true for files of the build. Node runs server code unbuilt, and pages never import it; tests are not built either. */
const isBuilt = (path) =>
  !/^src\/(?:server|cli)\/|^src\/domains\/.*\/server\/|^src\/lib\/(?:db|http|mail|server)\/|^packages\/(?:bottle-art|embedded-postgres)\/|\.test\.tsx?$/.test(
    path,
  );

export async function buildIsCurrent() {
  const { current } = await compareInputs(MARKER, INPUTS, isBuilt);
  return current && RESULTS.every((path) => existsSync(join(ROOT, path)));
}

export async function runBuild() {
  const { runStep } = await import('./run-step.mjs');
  // Taken before the build, so that a file saved during the build makes the next start build again.
  const { inputs } = await compareInputs(MARKER, INPUTS, isBuilt);
  rmSync(join(ROOT, MARKER), { force: true });
  await runStep('Building the pages', ['run', 'build']);
  writeMarker(MARKER, inputs);
}
