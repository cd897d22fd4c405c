/** `payment …`: alerts about money at the gateway that the shop cannot explain. */
import type { Command } from 'commander';
import { openAlerts, renewInstallation, resolveAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { listProcesses } from '#domains/system/server/process.repository.ts';
import {
  type Actions,
  actorOptions,
  CommandError,
  type CommandRun,
  commandActor,
  isSet,
  jsonOption,
  printJson,
  readActor,
  UsageError,
  withDecimalAmount,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

async function listAlerts(run: CommandRun): Promise<number> {
  const alerts = await openAlerts(run.database);
  if (isSet(run, 'json')) printJson(run, alerts.map(withDecimalAmount));
  else if (alerts.length === 0) run.log('There are no open alerts.');
  else
    run.writeStdout(
      textTable(
        ['id', 'since', 'gateway', 'about', 'amount', 'what'],
        alerts.map(({ id, raisedAt, gateway, subject, amountCents, detail }) => [
          id,
          raisedAt.toISOString().slice(0, 10),
          gateway,
          subject,
          (amountCents / 100).toFixed(2),
          detail,
        ]),
      ),
    );
  return 0;
}

async function resolve(run: CommandRun): Promise<number> {
  const [id = ''] = run.args;
  if (!/^\d{1,18}$/.test(id)) throw new UsageError('Give the id of an alert, as `payment alerts` shows it.');
  const isResolved = await run.database.transaction(async (transaction) => {
    if (!(await resolveAlert(transaction, id, readActor(run)))) return false;
    await recordActivity(transaction, commandActor(run), {
      action: 'payment_alert.resolved',
      subject: { kind: 'payment_alert', id },
      before: { isResolved: false },
      after: { isResolved: true },
    });
    return true;
  });
  run.log(isResolved ? 'Resolved.' : `No alert ${id} is open.`);
  return isResolved ? 0 : 1;
}

async function renew(run: CommandRun): Promise<number> {
  // They remember the former id.
  if ((await listProcesses(run.database)).length > 0)
    throw new CommandError('The shop runs on this database. Stop all of its processes first, and wait a minute if they were killed.');
  await renewInstallation(run.database);
  run.log(
    'The next payment makes a new id. Payments with the former id are not refunded by the shop. Those without an order become alerts.',
  );
  return 0;
}

export function addPaymentCommands(program: Command, { change, read }: Actions): void {
  const payment = program.command('payment').description('Alerts about payments');
  withOptions(
    payment
      .command('alerts')
      .description(
        'List money at the gateway that the ledger cannot explain: captured payments without an order, disputes of unknown payments.',
      ),
    jsonOption(),
  ).action(read(listAlerts));
  withOptions(
    payment.command('resolve').argument('<id>', 'alert').description('Close an alert after someone has looked into it at the gateway.'),
    ...actorOptions(),
  ).action(change(['payment_alert.resolved'], resolve));
  payment
    .command('renew-installation')
    .description(
      'Give the shop a new id for its payments. Run it once after the database was restored with other tools, before any process of the shop starts. `restore` does it by itself.',
    )
    .action(change({ notLogged: 'It is the last step of a restore, which the log of the restored database does not know.' }, renew));
}
