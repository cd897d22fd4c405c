/**
 * `npm run dev`: runs the whole shop in one process with hot reload. This file is the supervisor: the shop is a child process
 * that restarts when a server file changes, while the embedded database keeps running.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SERVER_FILE = /(^|\/)(server\/.*|[^/]+)\.(ts|json|sql|txt)$/;
const IGNORED = /\.test\.tsx?$|(^|\/)web\//;

let child: ChildProcess | null = null;
let ending = false;
let timer: NodeJS.Timeout | null = null;

function start(): void {
  child = spawn(process.execPath, [join(ROOT, 'src/server/dev-server.ts')], { cwd: ROOT, stdio: 'inherit' });
  child.on('exit', (code) => {
    child = null;
    if (ending) process.exit(code ?? 0);
  });
}

/** Debounced, because one save can change several files. */
function restart(): void {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => {
    if (!child) return start();
    child.once('exit', start);
    child.kill('SIGTERM');
  }, 150);
}

for (const folder of ['src', 'migrations']) {
  watch(join(ROOT, folder), { recursive: true }, (_event, name) => {
    if (name && SERVER_FILE.test(name) && !IGNORED.test(name)) restart();
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    ending = true;
    if (child) child.kill(signal);
    else process.exit(0);
  });
}
start();
