/** Commands `mail …`: suppressed e-mail addresses and the reasons. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { customerByEmail } from '#domains/customers/identity/server/customer.repository.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { readMailReport } from '#lib/mail/read-report.ts';
import { failuresOf, liftSuppressionIn, listSuppressions, suppressionOf } from '#lib/mail/suppression.repository.ts';
import { takeMailFailures } from '#server/http/serve-mail-reports.ts';
import {
  type Actions,
  actorOption,
  type CommandRun,
  commandActor,
  formatMinute,
  isSet,
  jsonOption,
  printJson,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 500;

function readAddress({ args }: CommandRun): string {
  const [address = ''] = args;
  if (!address.includes('@')) throw new UsageError('Give an email address.');
  return address;
}

async function show(run: CommandRun): Promise<number> {
  const address = readAddress(run);
  const [suppression, failures] = [await suppressionOf(run.database, address), await failuresOf(run.database, address)];
  if (isSet(run, 'json')) printJson(run, { suppression, failures });
  else {
    run.writeStdout(
      suppression
        ? `Suppressed since ${formatMinute(suppression.since)}: ${suppression.kind}, ${suppression.reason}`
        : 'This address gets email.',
    );
    if (failures.length > 0)
      run.writeStdout(
        textTable(
          ['when', 'what', 'why'],
          failures.map(({ at, kind, reason }) => [formatMinute(at), kind, reason]),
        ),
      );
  }
  return 0;
}

/** Reads an email from a file, or from standard input for `-`. */
async function readReport(run: CommandRun): Promise<number> {
  const [file = '-'] = run.args;
  const failures = await readMailReport(await readFile(file === '-' ? '/dev/stdin' : file));
  const recorded = await takeMailFailures(run.database, failures);
  run.log(failures.length === 0 ? 'This email reports no failure.' : `${failures.length} reported, ${recorded} new.`);
  return 0;
}

async function list(run: CommandRun): Promise<number> {
  const suppressed = await listSuppressions(run.database, MAX_LISTED);
  if (isSet(run, 'json')) printJson(run, suppressed);
  else if (suppressed.length === 0) run.log('No address is suppressed.');
  else
    run.writeStdout(
      textTable(
        ['address', 'since', 'what', 'why'],
        suppressed.map(({ address, since, kind, reason }) => [address, formatMinute(since), kind, reason]),
      ),
    );
  return 0;
}

async function lift(run: CommandRun): Promise<number> {
  const address = readAddress(run);
  const isLifted = await run.database.transaction(async (transaction) => {
    if (!(await liftSuppressionIn(transaction, address))) return false;
    const customer = await customerByEmail(transaction, address);
    // The log has no address, because it cannot be erased.
    await recordActivity(transaction, commandActor(run), {
      ...(customer
        ? { action: 'customer.suppression_lifted', subject: { kind: 'customer', id: customer.id } }
        : { action: 'mail.suppression_lifted', subject: { kind: 'mail', id: 'list' } }),
      before: { getsEmail: false },
      after: { getsEmail: true },
    });
    return true;
  });
  run.log(isLifted ? 'This address gets email again.' : 'This address was not suppressed.');
  return isLifted ? 0 : 1;
}

export function addMailCommands(program: Command, { change, read }: Actions): void {
  const mail = program.command('mail').description('Addresses that get no more email');
  withOptions(
    mail.command('list').description('List addresses that get no more email because it bounced or was reported as spam (complaint).'),
    jsonOption(),
  ).action(read(list));
  withOptions(
    mail
      .command('show')
      .argument('<email>')
      .description('Show whether an address of a customer or an order gets email, and what was reported about it.'),
    jsonOption(),
  ).action(read(show));
  withOptions(
    mail.command('lift').argument('<email>').description('Let an address get email again, after its owner has confirmed that it works.'),
    actorOption(),
  ).action(change(['mail.suppression_lifted', 'customer.suppression_lifted'], lift));
  mail
    .command('report')
    .argument('<file>', 'the email, or - for standard input')
    .description('Record a bounce or complaint that arrived as an email (RFC 3464, RFC 5965). A mail server can pipe it in.')
    .action(change({ notLogged: 'A mail server reports a failure, as it does by HTTP.' }, readReport));
}
