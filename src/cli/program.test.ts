import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { type CommandEnvironment, type CommandRun, createActions, RenamedOption, UsageError } from './command.ts';
import { runCli } from './program.ts';

/** Thrown in place of opening a shop: the arguments were accepted. */
class AcceptedError extends Error {}

/** Runs the command line without a shop. */
async function run(line: string) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const environment: CommandEnvironment = {
    withShop: () => Promise.reject(new AcceptedError()),
    readConfig: () => {
      throw new AcceptedError();
    },
    log: (text) => stderr.push(text),
    writeStdout: (text) => stdout.push(text),
    logChange: () => {},
  };
  const outcome = await runCli(line === '' ? [] : line.split(' '), environment).catch((error: unknown) => error);
  return { outcome, stdout: stdout.join('\n'), stderr };
}

describe('commands of the previous README', () => {
  const deprecated = (formerName: string, name: string): string => `"${formerName}" is deprecated. Use "${name}".`;

  test.each([
    ['import --mapping winemag wines.csv.gz', []],
    ['import offers.ndjson', []],
    ['import --dry-run --mapping ./list.mapping.json list.csv', []],
    [
      'import --end-missing --even-many list.csv',
      [
        ['--end-missing', '--deactivate-missing'],
        ['--even-many', '--force'],
      ],
    ],
    ['import undo 12', []],
    ['import --mapping changes prices.csv', []],
    ['imports', [['imports', 'import list']]],
    ['pictures photos/', [['pictures', 'import pictures']]],
    ['watch --once inbox', [['watch', 'import watch']]],
    [
      'mapping new --name list --out list.json list.csv',
      [
        ['mapping new', 'mapping create'],
        ['--out', '--output'],
      ],
    ],
    ['export everything.ndjson', []],
    ['export --since 2026-03-01T00:00:00Z', []],
    ['export --only order orders.ndjson', [['--only', '--type']]],
    ['export orders --csv --since 2026-07-01 orders.csv', []],
    ['feed --site au-wine feed.xml', [['feed', 'export feed']]],
    ['index', [['index', 'search push']]],
    ['insights --since 2026-11-01 --json', [['insights', 'report']]],
    ['tier-code GOLD', [['tier-code', 'loyalty code']]],
    ['rotate-keys', [['rotate-keys', 'keys rotate']]],
    ['preview offer a --tier GOLD --stock AVAILABLE --email a@cellardoor.example', []],
    ['order list --status Completed,Shipped --market AU --email GRACE --since 2026-11-01 --before 2026-12-01 --limit 5 --json', []],
    ['order show 1000001', []],
    [
      'order ship 1000001 --carrier Overland --tracking OX123 --link https://overland.example/OX123 --lines 1:2 --key k --by Sam',
      [
        ['--tracking', '--tracking-number'],
        ['--link', '--tracking-url'],
        ['--key', '--idempotency-key'],
        ['--by', '--actor'],
      ],
    ],
    ['order refund 1000001 --lines 2:1 --shipping --reason broken', []],
    ['order refund 1000001 --all --restock --amount 5', []],
    ['order cancel 1000001 --reason late', []],
    ['order mark 1000001 Awaiting Pickup', [['order mark', 'order set-status']]],
    ['dispute list --status open', []],
    ['sandbox dispute 1000001 --status won --url http://localhost:3000 --market AU', []],
    ['mail list', []],
    ['mail show a@example.com --json', []],
    ['mail lift a@example.com', []],
    ['mail report -', []],
    ['payment alerts --json', []],
    ['payment resolve 7 --by Sam', [['--by', '--actor']]],
    ['referral list --json', []],
    ['referral approve 1000001 --market SG --by Sam', [['--by', '--actor']]],
    ['referral decline 1000001', []],
    ['credit grant a@example.com --amount 20.00 --note Sorry --key k', [['--key', '--idempotency-key']]],
    ['credit show a@example.com --market AU', []],
    ['gift-card issue --amount 50 --to a@example.com --name Ada --from Bo --message Hi', []],
    ['gift-card show AAAA-BBBB', []],
    ['gift-card void AAAA-BBBB --json', []],
    ['loyalty exclude a@example.com --reason trade', []],
    ['loyalty include a@example.com', []],
    ['club list --status paused --market AU --email ada', []],
    ['club show id', []],
    ['club skip id --by Sam', [['--by', '--actor']]],
    ['club pause id', []],
    ['club resume id', []],
    ['club unskip id', []],
    ['club cancel id --reason moved', []],
    ['club run', [['club run', 'club renew']]],
    ['webhook list --state dead --json', []],
    ['webhook retry --all', []],
    ['errors', [['errors', 'errors list']]],
    ['errors show abcd', []],
    ['errors drop abcd', [['errors drop', 'errors delete']]],
  ] as const)('accepts `%s`', async (line, renamed) => {
    const { outcome, stderr } = await run(line);

    expect(outcome).toBeInstanceOf(AcceptedError);
    expect(stderr).toEqual(expect.arrayContaining(renamed.map(([formerName, name]) => deprecated(formerName, name))));
    expect(stderr).toHaveLength(renamed.length);
  });
});

test.each([
  ['import list'],
  ['import watch --once inbox'],
  ['import --deactivate-missing --force --mapping winemag list.csv'],
  ['mapping create --output list.json list.csv'],
  ['export --type order orders.ndjson'],
  ['export feed'],
  ['search push'],
  ['report'],
  ['loyalty code GOLD'],
  ['keys rotate'],
  ['keys rotate --revoke'],
  ['keys replace'],
  ['order set-status 1000001 Awaiting Pickup --actor Sam'],
  ['order ship 1000001 --carrier Overland --tracking-number OX1 --tracking-url https://overland.example --idempotency-key k'],
  ['club renew'],
  ['errors list'],
  ['errors delete abcd'],
])('accepts `%s` without a deprecation line', async (line) => {
  const { outcome, stderr } = await run(line);

  expect(outcome).toBeInstanceOf(AcceptedError);
  expect(stderr).toEqual([]);
});

test.each([
  { line: 'ordr list', message: "unknown command 'ordr'\n(Did you mean order?)" },
  { line: 'order', message: null },
  { line: 'order lst', message: "unknown command 'lst'\n(Did you mean list?)" },
  { line: 'order show', message: "missing required argument 'number'" },
  { line: 'order show 1 2', message: "too many arguments for 'show'. Expected 1 argument but got 2." },
  { line: 'order show 1 --jsn', message: "unknown option '--jsn'\n(Did you mean --json?)" },
  { line: 'order ship 1 --by Sam --actor Ada', message: '--by is the former name of --actor. Give only --actor.' },
])('answers `$line` with what is wrong', async ({ line, message }) => {
  const { outcome, stdout } = await run(line);

  if (message === null) expect([outcome, stdout.includes('set-status')]).toEqual([0, true]);
  else expect(outcome).toEqual(new UsageError(message));
});

test.each([
  { line: '', part: 'import' },
  { line: 'help', part: 'gift-card' },
  { line: '--help', part: 'club' },
  { line: 'help order', part: 'set-status' },
  { line: 'order ship --help', part: '--tracking-number' },
  { line: 'credit grant -h', part: '--amount' },
])('`$line` prints help to standard output, without former names, and exits with 0', async ({ line, part }) => {
  const { outcome, stdout, stderr } = await run(line);

  expect([outcome, stderr]).toEqual([0, []]);
  expect(stdout).toContain(part);
  expect(stdout).not.toMatch(/--(?:by|key|link|end-missing|even-many) |\bmark\b|\binsights\b/);
});

test('a renamed option arrives under its new name', async () => {
  let found: CommandRun['options'] = {};
  const environment = {
    // The handler reads neither configuration nor database.
    withShop: <T>(use: (shop: never) => Promise<T>) => use({} as never),
    readConfig: () => {
      throw new AcceptedError();
    },
    log: () => {},
    writeStdout: () => {},
    logChange: () => {},
  };
  const { read } = createActions(environment, () => {});
  const command = new Command('ship')
    .option('--tracking-number <number>')
    .addOption(new RenamedOption('--tracking <number>', '--tracking-number'))
    .action(
      read(async ({ options }) => {
        found = options;
        return 0;
      }),
    );

  await command.parseAsync(['--tracking', 'OX1'], { from: 'user' });

  expect(found).toEqual({ trackingNumber: 'OX1' });
});
