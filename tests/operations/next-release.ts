/** The release after this one: a copy of the source with changed texts, two migrations and a build of its own. */
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHOP_VERSION } from '#server/own-process.ts';
import { buildRelease, type Release, ROOT } from './release.ts';

const COPIED = ['src', 'packages', 'migrations', 'public', 'scripts', 'data', 'tsc'];
const COPIED_FILES = ['package.json', 'package-lock.json', 'react-router.config.ts', 'vite.config.ts', 'vite.office.config.ts'];
export const NEXT_VERSION = '9.9.9';

/** Texts of the next release. Each is in a chunk that many pages load, so that the files of almost all pages have other names. */
export const CHANGED_TEXTS = {
  placeOrder: { file: 'src/domains/selling/checkout/messages/checkout.ts', before: 'Place order', after: 'Place your order' },
  orders: { file: 'src/domains/selling/orders/messages/office.ts', before: 'Orders', after: 'All orders' },
} as const;

/** Expand, as CONTRIBUTING.md has it: a column that may be null, and an index that is built while the shop sells. */
const MIGRATIONS = {
  '9998_expand.sql': 'alter table carts add column next_release_note text;\n',
  '9999_expand_index.sql':
    '-- transaction: none\ncreate index concurrently if not exists carts_next_release_note on carts (next_release_note);\n',
} as const;

async function replace(file: string, before: string, after: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${before}. Change CHANGED_TEXTS or the version.`);
  await writeFile(file, text.replace(before, after));
}

/** Makes and builds the next release in a temporary folder. */
export async function buildNextRelease(): Promise<Release> {
  const root = await mkdtemp(join(tmpdir(), 'cellardoor-next-'));
  return buildRelease(root, async () => {
    for (const path of [...COPIED, ...COPIED_FILES]) await cp(join(ROOT, path), join(root, path), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    await mkdir(join(root, 'build'));
    for (const { file, before, after } of Object.values(CHANGED_TEXTS)) await replace(join(root, file), `'${before}'`, `'${after}'`);
    await replace(join(root, 'package.json'), `"version": "${SHOP_VERSION}"`, `"version": "${NEXT_VERSION}"`);
    for (const [name, sql] of Object.entries(MIGRATIONS)) await writeFile(join(root, 'migrations', name), sql);
  });
}
