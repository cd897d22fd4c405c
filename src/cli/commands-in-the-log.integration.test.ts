/** Every command that changes something is in the activity log, like a change in the office, or says why it is not. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandOptions, runCommand, shopAccess } from '#tests/fixtures/cli.ts';
import { createClubs, createMember, testClub } from '#tests/fixtures/clubs.ts';
import { createTestCustomer } from '#tests/fixtures/customer.ts';
import { createImporter, type Importer, listedWine, wineListOf } from '#tests/fixtures/imports.ts';
import { createTestStaff, type OfficeBrowser, signInAs } from '#tests/fixtures/office.ts';
import { paidOrder } from '#tests/fixtures/orders.ts';
import { createTestShop, type TestShop } from '#tests/fixtures/shop.ts';
import { type CommandLog, commandPath } from './command.ts';
import { createProgram } from './program.ts';

let shop: TestShop;
let folder: string;
let buyer: OfficeBrowser;
let importer: Importer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cellardoor-commands-'));
  shop = await createTestShop({ IMPORT_WATCH_DIR: folder, OFFICE_URL: 'http://office.localhost:3000' });
  await shop.stock({ offerId: 'dozen', productId: 1, level: 500 }, { offerId: 'six', productId: 2, level: 500 });
  await createClubs(shop, testClub());
  buyer = await signInAs(shop, await createTestStaff(shop.database, { email: 'owner@shop.example', name: 'Olive', roles: ['Owner'] }));
  importer = createImporter(shop.database, buyer);
});
afterAll(async () => {
  await shop?.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (name: string, args: readonly string[] = [], options: CommandOptions = {}) =>
  runCommand(shopAccess(shop), name, args, { ...options, actor: 'Sam' });
const insert = async (text: string, values: readonly unknown[] = []): Promise<string> =>
  String((await shop.database.queryOne<{ id: string | number }>({ text, values: [...values] }))?.id);

async function order(products: readonly number[] = [1]): Promise<{ readonly id: string; readonly number: string }> {
  const id = await paidOrder(shop, products);
  return { id, number: await insert('select number as id from orders where id = $1', [id]) };
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, content);
  return path;
}

const stockFile = () => file('stock.ndjson', `{"record":"stock","productId":1,"market":"AU","level":${Math.ceil(Math.random() * 1e6)}}\n`);
const taxFile = () => file('tax.json', '{"percent":12}');
const offersOf = (id: number) => wineListOf(listedWine(id));

/** Imports a file by a command. @returns its number */
async function imported(): Promise<string> {
  await run('import', [await stockFile()]);
  return insert('select max(id) as id from imports');
}

async function referralInReview(): Promise<string> {
  const { id, number } = await order();
  const referrer = await createTestCustomer(shop);
  await shop.database.execute({
    text: `insert into referrals (order_id, market, referrer_id, friend_id, email_hash, address_hash, cents, state, held_reason)
      values ($1::text::uuid, 'AU', $2, 0, $1, $1, 2000, 'held', 'same_address')`,
    values: [id, referrer.id],
  });
  return number;
}

async function failedWebhook(): Promise<string> {
  const { id } = await order();
  return insert(
    "insert into webhook_deliveries (event_id, url, state) select max(id), 'https://x.example', 'failed' from order_events where order_id = $1 returning id",
    [id],
  );
}

async function schedule(): Promise<string> {
  await file('scheduled/house/monday.csv', offersOf(2));
  return String(await importer.schedule(offersOf(1)));
}

const member = async (): Promise<string> => (await createMember(shop)).id;
const colleague = async (): Promise<string> => {
  const email = `${crypto.randomUUID()}@shop.example`;
  await createTestStaff(shop.database, { email, roles: ['Orders'] });
  return email;
};

/** Runs each command once with what it needs. The key is its name. */
const CASES: Readonly<Record<string, () => Promise<unknown>>> = {
  'club cancel': async () => run('club cancel', [await member()]),
  'club pause': async () => run('club pause', [await member()]),
  'club renew': () => run('club renew'),
  'club resume': async () => {
    const id = await member();
    await run('club pause', [id]);
    return run('club resume', [id]);
  },
  'club skip': async () => run('club skip', [await member()]),
  'club unskip': async () => {
    const id = await member();
    await run('club skip', [id]);
    return run('club unskip', [id]);
  },
  'credit grant': async () => run('credit grant', [(await createTestCustomer(shop)).email], { amount: '20' }),
  'errors delete': async () => {
    const text =
      "insert into error_groups (fingerprint, source, class, message, component) values ($1, 'server', 'E', 'm', 'c') returning fingerprint as id";
    return run('errors delete', [await insert(text, ['abcdef0123456789'])]);
  },
  'gift-card issue': () => run('gift-card issue', [], { amount: '50' }),
  'gift-card void': async () => run('gift-card void', [(await run('gift-card issue', [], { amount: '50' })).stdout]),
  import: async () => run('import', [await stockFile()]),
  'import pictures': async () => {
    const picture = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    await file('pictures/dozen.png', picture);
    return run('import pictures', [join(folder, 'pictures')]);
  },
  'import run-schedule': async () => run('import run-schedule', [await schedule()]),
  'import start': async () => run('import start', [String((await importer.compare(await importer.upload('b.csv', offersOf(3)))).id)]),
  'import stop': async () => {
    const { id } = await importer.upload('c.csv', offersOf(4));
    await shop.database.execute({ text: "update imports set state = 'applying' where id = $1", values: [id] });
    return run('import stop', [String(id)]);
  },
  'import undo': async () => run('import undo', [await imported()]),
  'import watch': async () => {
    const path = await file('inbox/new.ndjson', '{"record":"stock","productId":2,"market":"AU","level":77}\n');
    await utimes(path, new Date(0), new Date(0));
    return run('import watch', [join(folder, 'inbox')], { once: true });
  },
  'keys replace': () => run('keys replace'),
  'keys rotate': () => run('keys rotate', [], { revoke: true }),
  'loyalty exclude': async () => run('loyalty exclude', [(await createTestCustomer(shop)).email], { reason: 'Trade' }),
  'loyalty include': async () => run('loyalty include', [(await createTestCustomer(shop)).email]),
  'mail lift': async () => {
    const text =
      "insert into mail_suppressions (address, kind, reason) values ('bounced@example.com', 'bounce', 'x') returning address as id";
    return run('mail lift', [await insert(text)]);
  },
  'order cancel': async () => run('order cancel', [(await order()).number]),
  'order edit': async () => run('order edit', [(await order([1, 1])).number], { lines: '1:1' }),
  'order refund': async () => run('order refund', [(await order()).number], { all: true }),
  'order set-status': async () => run('order set-status', [(await order()).number, 'Completed']),
  'order ship': async () => run('order ship', [(await order()).number], { carrier: 'Post' }),
  'payment resolve': async () => {
    const text = `insert into payment_alerts (gateway, subject, kind, amount_cents, detail) values ('sandbox', 'p', 'stray_payment', 100, 'x') returning id`;
    return run('payment resolve', [await insert(text)]);
  },
  'referral approve': async () => run('referral approve', [await referralInReview()]),
  'referral decline': async () => run('referral decline', [await referralInReview()]),
  'settings revert': async () => run('settings revert', ['tax', 'AU', '0']),
  'settings save': async () => run('settings save', ['tax', 'AU'], { file: await taxFile() }),
  'staff invite': () => run('staff invite', ['new@shop.example'], { role: 'Orders' }),
  'staff reset-mfa': async () => run('staff reset-mfa', [await colleague()]),
  'staff suspend': async () => run('staff suspend', [await colleague()]),
  'webhook retry': async () => run('webhook retry', [await failedWebhook()]),
};

/** Returns what every command that changes something declares about the log, by its name. Runs each with placeholders. */
async function declaredLogs(): Promise<ReadonlyMap<string, CommandLog>> {
  const logs = new Map<string, CommandLog>();
  const note = (log: CommandLog) =>
    async function noteLog(this: Command) {
      logs.set(commandPath(this), log);
    };
  const ignore = () => async () => {};
  const program = createProgram({ change: note, offlineChange: note, read: ignore, offline: ignore });
  const visit = async (command: Command, path: readonly string[]): Promise<void> => {
    for (const child of command.commands) await visit(child, [...path, child.name()]);
    const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
    if (isGroup) return;
    const args = command.registeredArguments.filter(({ required }) => required).map(() => 'x');
    const options = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? '', 'x']);
    await program.parseAsync([...path, ...args, ...options], { from: 'user' });
  };
  await visit(program, []);
  return logs;
}
const LOGS = await declaredLogs();
const LOGGED = [...LOGS].flatMap(([name, log]) => ('notLogged' in log ? [] : [{ name, actions: log }]));

test('has a case for every command that is in the log', () => {
  expect(LOGGED.map(({ name }) => name).sort()).toEqual(Object.keys(CASES).sort());
  expect([...LOGS.keys()]).toEqual(expect.arrayContaining(['backup run', 'migrate', 'order ship', 'import']));
});

test.each(LOGGED)('$name is in the activity log with its actor', async ({ name, actions }) => {
  const before = await insert('select coalesce(max(id), 0) as id from activity_log');

  await CASES[name]?.();

  const entries = await shop.database.queryMany<{ action: string; actor: string }>({
    text: "select action, actor_name as actor from activity_log where actor_kind = 'command' and id > $1::bigint order by id",
    values: [before],
  });
  const last = entries.at(-1);
  expect(last).toEqual({ action: expect.any(String), actor: 'Sam' });
  expect(actions).toContain(last?.action);
});
