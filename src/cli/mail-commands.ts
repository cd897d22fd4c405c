/** What staff see and do of addresses that get no more mail. */
import { readFile } from 'node:fs/promises';
import { readMailReport } from '#lib/mail/read-report.ts';
import { failuresOf, liftSuppression, listSuppressions, suppressionOf } from '#lib/mail/suppressions.ts';
import { takeMailFailures } from '#server/serve-mail-reports.ts';
import { type Command, type CommandRun, UsageError } from './options.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 500;

const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function addressOf({ files }: CommandRun): string {
  const [address] = files;
  if (address === undefined || !address.includes('@')) throw new UsageError('Say which e-mail address.');
  return address;
}

async function show(run: CommandRun): Promise<number> {
  const address = addressOf(run);
  const [suppression, failures] = [await suppressionOf(run.database, address), await failuresOf(run.database, address)];
  if (run.options.json) run.writeStdout(JSON.stringify({ suppression, failures }, null, 2));
  else {
    run.writeStdout(
      suppression
        ? `Suppressed since ${minute(suppression.since)}: ${suppression.kind}, ${suppression.reason}`
        : 'Mail goes to this address.',
    );
    if (failures.length > 0)
      run.writeStdout(
        textTable(
          ['when', 'what', 'why'],
          failures.map(({ at, kind, reason }) => [minute(at), kind, reason]),
        ),
      );
  }
  return 0;
}

/** A mail from a file, or from standard input for `-`, so that a mail server can pipe it. */
async function readReport(run: CommandRun): Promise<number> {
  const [file] = run.files;
  if (file === undefined) throw new UsageError('Say which file holds the report; - is standard input.');
  const failures = await readMailReport(await readFile(file === '-' ? '/dev/stdin' : file));
  const recorded = await takeMailFailures(run.database, failures);
  run.log(failures.length === 0 ? 'This mail reports no failure.' : `${failures.length} reported, ${recorded} new.`);
  return 0;
}

export const MAIL_COMMANDS: Readonly<Record<string, Command>> = {
  'mail list': {
    usage: '[--json]',
    summary: 'Addresses that get no more mail because it came back (bounce) or was called spam (complaint).',
    options: { json: { type: 'boolean' } },
    run: async ({ database, options, writeStdout: print, log: say }) => {
      const suppressed = await listSuppressions(database, MAX_LISTED);
      if (options.json) print(JSON.stringify(suppressed, null, 2));
      else if (suppressed.length === 0) say('Mail goes to every address.');
      else
        print(
          textTable(
            ['address', 'since', 'what', 'why'],
            suppressed.map(({ address, since, kind, reason }) => [address, minute(since), kind, reason]),
          ),
        );
      return 0;
    },
  },
  'mail show': {
    usage: 'EMAIL [--json]',
    summary: 'Whether mail goes to an address of a customer or an order, and what was reported of it.',
    options: { json: { type: 'boolean' } },
    run: show,
  },
  'mail lift': {
    usage: 'EMAIL',
    summary: 'Let mail go to an address again, once its reader has said that it works.',
    options: {},
    run: async (run) => {
      const isLifted = await liftSuppression(run.database, addressOf(run));
      run.log(isLifted ? 'Mail goes to this address again.' : 'This address was not suppressed.');
      return isLifted ? 0 : 1;
    },
  },
  'mail report': {
    usage: 'FILE | -',
    summary: 'Read a bounce or complaint that came as a mail (RFC 3464, RFC 5965); a mail server can pipe it in.',
    options: {},
    run: readReport,
  },
};
