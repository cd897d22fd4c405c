// Makes a fresh clone ready to run: the first step of `npm start`, `npm run dev` and `npm test`. Plain JavaScript without
// packages, so that the Node of the system (20.19 or newer) can run it before anything is installed.
//
//   node scripts/setup.mjs           packages and build
//   node scripts/setup.mjs --dev     packages only; the development server compiles by itself
//   node scripts/setup.mjs --test    packages, build, and a Chromium for the browser tests
//
// If nothing has to be done, it only compares file times. Modules are therefore loaded on demand.
import { buildIsCurrent, runBuild } from './setup/build.mjs';
import { installPackages, packagesAreInstalled } from './setup/packages.mjs';
import { refuseUnfitSystem } from './setup/system.mjs';

const FLAGS = ['--dev', '--test'];

async function main() {
  const flags = process.argv.slice(2);
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown !== undefined) throw new Error(`There is no option ${unknown}; these exist: ${FLAGS.join(', ')}.`);
  refuseUnfitSystem();
  const needsBuild = !flags.includes('--dev') && !(await buildIsCurrent());
  const needsTools = needsBuild || flags.length > 0;
  if (!(await packagesAreInstalled(needsTools))) await installPackages();
  if (needsBuild) await runBuild();
  if (flags.includes('--test')) {
    const { ensureChromium } = await import('./chromium.mjs');
    if ((await ensureChromium()) === null) process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
