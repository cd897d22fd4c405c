/** Every command in a code block of the guides runs as it is written there, on a shop that has what the guide speaks of. */
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '#cli/program.ts';
import { shopAccess } from '#tests/fixtures/cli.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createImporter, type Importer, listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';

const GUIDES = fileURLToPath(new URL('../../docs/guides', import.meta.url));
const ROOT = process.cwd();
const COMMAND = 'npm run cli -- ';

/** Commands that run elsewhere, by the beginning of their text, and where. Those tests read them from the guide too. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'backup stored': 'restore.slow.test.ts',
  restore: 'restore.slow.test.ts',
  migrate: 'application-role.integration.test.ts',
  'payment renew-installation': 'restored-payments.slow.test.ts: the shop may not run',
  'import stop': 'commands-in-the-log.integration.test.ts: it needs an import that is being written',
};

interface GuideCommand {
  readonly guide: string;
  readonly line: string;
  /** Files that the block writes before, by their names. */
  readonly files: Readonly<Record<string, string>>;
}

/** Returns the commands in the code blocks of all guides, one for each line, without comments. */
async function readCommands(): Promise<readonly GuideCommand[]> {
  const found: GuideCommand[] = [];
  for (const guide of [
    'manage-orders',
    'manage-gift-cards',
    'manage-staff',
    'change-settings',
    'open-a-shop',
    'import-a-price-list',
    'write-pages',
    'operating',
    'back-up',
    'run-in-production',
    'delivery-zones',
  ]) {
    const text = await readFile(join(GUIDES, `${guide}.md`), 'utf8');
    for (const [, block = ''] of text.matchAll(/```sh\n([\s\S]*?)```/g))
      for (const line of block.split('\n')) {
        const [, command] = line.split(COMMAND);
        if (command !== undefined) found.push({ guide, line: command.replace(/\s+#.*| \\$/g, '').trim(), files: filesOf(block) });
      }
  }
  return found;
}

/** Returns what `echo '…' > FILE` writes. */
const filesOf = (block: string): Record<string, string> =>
  Object.fromEntries([...block.matchAll(/echo '([^']*)' > (\S+)/g)].map(([, content = '', name = '']) => [name, content]));

/** Splits a line as a shell does: words, and words in double quotes. */
const wordsOf = (line: string): string[] => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

let shop: TestShop;
let folder = '';
let browser: OfficeBrowser;
let importer: Importer;
const commands = await readCommands();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-guides-'));
  shop = await createTestShop({ IMPORT_WATCH_DIR: folder, OFFICE_URL: 'http://office.localhost:3000' });
  await shop.stock({ offerId: 'one', productId: 1, level: 1_000 }, { offerId: 'two', productId: 2, level: 1_000 });
  await shop.stock(
    ...[3, 4].map((productId) => ({ offerId: `cheap-${productId}`, productId, level: 1_000, prices: { AU: { packPrice: 15 } } })),
  );
  await newPage();
  browser = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', roles: ['Owner'] }));
  importer = createImporter(shop.database, browser);
  await prepareFiles();
  process.chdir(folder);
}, 120_000);
afterAll(async () => {
  process.chdir(ROOT);
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the files that the guides name. Those that a command writes come from it. */
async function prepareFiles(): Promise<void> {
  const write = async (name: string, content: string | Buffer): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  };
  await write('list.csv', wineListOf(listedWine(1), listedWine(2)));
  await write('prices.csv', 'SKU,Price\nSKU-one,65\n');
  await write(
    'photos/one.png',
    await sharp({ create: { width: 300, height: 400, channels: 3, background: '#123' } })
      .png()
      .toBuffer(),
  );
}

const idOf = async (text: string, values: readonly unknown[] = []): Promise<string> =>
  String((await shop.database.queryOne<{ id: string | number }>({ text, values: [...values] }))?.id);

/** Returns the number of a paid order with one case of each product. A product named twice is two cases. */
const newOrder = async (...products: readonly number[]): Promise<string> =>
  idOf('select number as id from orders where id = $1', [await paidOrder(shop, products)]);

async function newImport(): Promise<string> {
  const name = `prices-${crypto.randomUUID()}.csv`;
  await writeFile(join(folder, name), `SKU,Price\nSKU-one,${60 + Math.ceil(Math.random() * 30)}\n`);
  await runCli(['import', '--mapping', 'changes', join(folder, name)], silent());
  return idOf('select max(id) as id from imports');
}

async function comparedImport(): Promise<string> {
  const compared = await importer.compare(await importer.upload('compared.csv', wineListOf(listedWine(7))));
  return String(compared.id);
}

async function newColleague(): Promise<string> {
  const email = `${crypto.randomUUID()}@shop.example`;
  await createTestStaff(shop.database, { email, roles: ['Orders'] });
  return email;
}

async function newSchedule(): Promise<string> {
  await mkdir(join(folder, 'scheduled/house'), { recursive: true });
  await writeFile(join(folder, 'scheduled/house/monday.csv'), wineListOf(listedWine(6)));
  return String(await importer.schedule(wineListOf(listedWine(5))));
}

async function newPage(): Promise<void> {
  const blocks = [{ type: 'text', body: 'How we taste.' }];
  const record = { record: 'page', id: 'my-article', template: 'article', path: '/vino-articles/my-article', title: 'My article', blocks };
  const file = join(folder, 'page.ndjson');
  await writeFile(file, `${JSON.stringify(record)}\n`);
  await runCli(['import', file], silent());
  expect(await idOf("select id from pages where id = 'my-article'")).toBe('my-article');
}

const silent = () => environment(() => {});

/** What a guide stands for with a placeholder, by the command. */
const PLACEHOLDERS: readonly (readonly [command: RegExp, placeholder: RegExp, value: () => Promise<string>])[] = [
  [/^order ship/, /1000001/, () => newOrder(3, 3, 4)],
  // Its delivery is not free.
  [/^order (?!list|ship)/, /1000001|NUMBER/, () => newOrder(3, 4)],
  [/^import (show|undo)/, /^(12|NUMBER)$/, newImport],
  [/^import start/, /^12$/, comparedImport],
  [/^import run-schedule/, /^3$/, newSchedule],
  [/^staff (reset-mfa|suspend)/, /^kim@shop.example$/, newColleague],
  [/^loyalty exclude/, /^EMAIL$/, async () => (await createTestCustomer(shop)).email],
  // The day in the guide is an example, and the shop takes only one that is to come.
  [/^settings save/, /^\d{4}(?=-\d\d-\d\dT)/, async () => String(new Date().getFullYear() + 1)],
  [/^settings revert/, /^3$/, () => idOf("select max(revision) as id from setting_versions where group_id = 'shipping' and scope = 'AU'")],
];

const environment = (write: (text: string) => void) => {
  const access = shopAccess(shop);
  return {
    withShop: <T>(use: (given: typeof access) => Promise<T>) => use(access),
    readConfig: () => access.config,
    log: write,
    writeStdout: write,
    logChange: () => {},
  };
};

test.each(commands.filter(({ line }) => !Object.keys(ELSEWHERE).some((start) => line.startsWith(start))))(
  '$guide: $line',
  async ({ line, files }) => {
    for (const [name, content] of Object.entries(files)) await writeFile(name, `${content}\n`);
    const [command = '', target] = line.split(' > ');
    const words: string[] = [];
    for (const word of wordsOf(command)) {
      let value = word;
      for (const [of, placeholder, make] of PLACEHOLDERS)
        if (of.test(line) && placeholder.test(word)) value = word.replace(placeholder, await make());
      words.push(value);
    }
    let output = '';
    let stdout = '';
    const code = await runCli(words, {
      ...environment((text) => {
        output += `${text}\n`;
      }),
      writeStdout: (text) => {
        stdout += `${text}\n`;
      },
    });
    expect(code, `${output}${stdout}`).toBe(0);
    if (target !== undefined) await writeFile(target, stdout);
  },
);

test.each(['src/cli/restore.slow.test.ts', 'tests/integration/application-role.integration.test.ts'])(
  '%s reads its commands from the guide',
  (file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/await readGuideCommand\('/);
  },
);

test('the guides have commands, and those with commands are in the list', () => {
  expect(commands.length).toBeGreaterThan(40);
  const listed = new Set(commands.map(({ guide }) => guide));
  const others = globSync('*.md', { cwd: GUIDES }).filter((file) => !listed.has(file.replace('.md', '')));
  expect(others.filter((file) => /^ *(?:[A-Z_]+=\S+ )*npm run cli -- /m.test(readFileSync(join(GUIDES, file), 'utf8')))).toEqual([]);
});
