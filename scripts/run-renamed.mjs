// Runs an npm script under its new name, for callers that still use the old one:
//
//   node scripts/run-renamed.mjs OLD NEW [ARGUMENTS…]
import { spawn } from 'node:child_process';

const [oldName, newName, ...rest] = process.argv.slice(2);
if (oldName === undefined || newName === undefined) throw new Error('usage: node scripts/run-renamed.mjs OLD NEW [ARGUMENTS…]');

console.error(`"npm run ${oldName}" is deprecated. Use "npm run ${newName}".`);

const npm = process.env.npm_execpath;
const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
const child = spawn(command, [...first, 'run', '--silent', newName, '--', ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
