// Checks whether the builds of the pages and of the office are current, and builds them.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compareInputs, ROOT, writeMarker } from './inputs.mjs';

const SHARED_INPUTS = ['src', 'packages', 'scripts/vite', 'tsc/base.json', 'package-lock.json'];

/** Returns true for modules of the office alone. The pages never import them. */
const isOffice = (path) => /^src\/(?:routes|ui)\/office\/|^src\/domains\/.*\/ui\/office\//.test(path);

/** Returns true for files of the builds. Node runs server code unbuilt, and browsers never import it; tests are not built either. */
const isBuilt = (path) =>
  !/^src\/(?:server|cli)\/|^src\/domains\/.*\/server\/|^src\/lib\/(?:db|http|mail|server)\/|^packages\/(?:bottle-art|embedded-postgres)\/|\.test\.tsx?$/.test(
    path,
  );

/** What is built: the pages of the shop and the application of the office, each with a marker of its own. */
const BUILDS = [
  {
    title: 'Building the pages',
    script: 'build',
    marker: 'build/inputs.json',
    results: ['build/client', 'build/server/index.js'],
    inputs: [...SHARED_INPUTS, 'public', 'tsc/web.json', 'vite.config.ts', 'react-router.config.ts'],
    counts: (path) => isBuilt(path) && !isOffice(path),
  },
  {
    title: 'Building the office',
    script: 'build:office',
    marker: 'build/office-inputs.json',
    results: ['build/office/index.html'],
    inputs: [...SHARED_INPUTS, 'tsc/office.json', 'vite.office.config.ts'],
    counts: (path) => isBuilt(path) && (isOffice(path) || !path.startsWith('src/routes/')),
  },
];

async function outdatedBuilds() {
  const outdated = [];
  for (const build of BUILDS) {
    const { current, inputs } = await compareInputs(build.marker, build.inputs, build.counts);
    if (!current || !build.results.every((path) => existsSync(join(ROOT, path)))) outdated.push({ ...build, inputs });
  }
  return outdated;
}

export const buildIsCurrent = async () => (await outdatedBuilds()).length === 0;

export async function runBuild() {
  const { runStep } = await import('./run-step.mjs');
  // Inputs are taken before the build, so that a file saved during the build makes the next start build again.
  for (const { title, script, marker, inputs } of await outdatedBuilds()) {
    rmSync(join(ROOT, marker), { force: true });
    // Both builds are for production, whatever the shell says: a development build of React is larger and slower.
    await runStep(title, ['run', script], { NODE_ENV: 'production' });
    writeMarker(marker, inputs);
  }
}
