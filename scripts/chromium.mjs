// Finds the browser for end-to-end tests and measurements: the system's Chromium or Chrome.
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const MAC_APPS = ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'];
const WINDOWS_APPS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];
const WINDOWS_FOLDERS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];

const CUSTOMARY = {
  darwin: () => ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => MAC_APPS.map((app) => join(folder, app))),
  win32: () => WINDOWS_FOLDERS.flatMap((name) => WINDOWS_APPS.map((app) => join(process.env[name] ?? 'C:\\', app))),
  linux: () => ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/usr/lib/chromium/chromium'],
};

const HOW_TO_INSTALL = {
  darwin: 'brew install --cask chromium',
  win32: 'winget install Google.Chrome',
  linux: 'sudo apt-get install chromium   (Debian, Ubuntu)\n  sudo dnf install chromium       (Fedora)',
};

/** @returns {string | null} */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return isProgram(chosen) ? chosen : null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const named = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...named, ...(CUSTOMARY[process.platform]?.() ?? [])].find(isProgram) ?? null;
}

/** @returns {Promise<string | null>} */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  if (!process.env.CHROMIUM_PATH && canUseApt()) await installWithApt();
  const installed = findChromium();
  if (installed === null) console.error(adviceText());
  return installed;
}

function adviceText() {
  if (process.env.CHROMIUM_PATH)
    return `CHROMIUM_PATH is '${process.env.CHROMIUM_PATH}', and no program is there. Correct it, or unset it.`;
  const command = HOW_TO_INSTALL[process.platform] ?? HOW_TO_INSTALL.linux;
  return `The browser tests need Chromium or Chrome, and none was found. Install one:\n  ${command}\nor set CHROMIUM_PATH to the one you have.`;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function canUseApt() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Tries with the existing package lists first, because updating them takes a while. */
async function installWithApt() {
  process.stdout.write('Installing Chromium … ');
  const started = performance.now();
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  const hasLists = existsSync('/var/lib/apt/lists') && readdirSync('/var/lib/apt/lists').some((name) => name.includes('Packages'));
  let result = hasLists ? await apt(install) : { ok: false, output: '' };
  if (!result.ok) {
    await apt(['update']);
    result = await apt(install);
  }
  console.log(result.ok ? `${((performance.now() - started) / 1000).toFixed(1)} s` : `failed\n${result.output.trimEnd()}`);
}

async function apt(args) {
  const { spawnSync } = await import('node:child_process');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stdout, stderr } = spawnSync('apt-get', args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}
