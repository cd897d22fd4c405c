/** `webhook …`: notifications about orders that are sent to other systems. */
import { type Command, Option } from 'commander';
import { listDeliveries, reviveDeliveries } from '#domains/selling/orders/server/webhook.repository.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import { isUuid } from '#lib/is-uuid.ts';
import {
  type Actions,
  actorOption,
  type CommandRun,
  commandActor,
  enumOption,
  isSet,
  jsonOption,
  printJson,
  textOption,
  UsageError,
  withOptions,
} from './command.ts';
import { textTable } from './text-table.ts';

const STATES = ['pending', 'delivered', 'failed'] as const;
/** Former names of states. */
const RENAMED_STATES: Readonly<Record<string, (typeof STATES)[number]>> = { waiting: 'pending', dead: 'failed' };
const MAX_LISTED = 200;

function stateOption(run: CommandRun): (typeof STATES)[number] | null {
  const former = textOption(run, 'state')?.toLowerCase() ?? '';
  const state = RENAMED_STATES[former];
  if (state === undefined) return enumOption(run, 'state', STATES);
  run.log(`"--state ${former}" is deprecated. Use "--state ${state}".`);
  return state;
}

async function list(run: CommandRun): Promise<number> {
  const state = stateOption(run);
  const deliveries = await listDeliveries(run.database, state === null ? ['pending', 'failed'] : [state], MAX_LISTED);
  if (isSet(run, 'json')) printJson(run, deliveries);
  else
    run.writeStdout(
      textTable(
        ['id', 'state', 'event', 'order', 'attempts', 'last response', 'to'],
        deliveries.map((row) => [row.id, row.state, row.event, `${row.market} #${row.number}`, row.attempts, row.lastResponse, row.url]),
      ),
    );
  return 0;
}

async function retry(run: CommandRun): Promise<number> {
  const [id] = run.args;
  const isAll = isSet(run, 'all');
  if (!isAll && (id === undefined || !isUuid(id))) throw new UsageError('Give the id of a webhook, or --all.');
  const count = await run.database.transaction(async (transaction) => {
    const revived = await reviveDeliveries(transaction, isAll ? null : (id ?? null));
    for (const delivery of revived)
      await recordActivity(transaction, commandActor(run), {
        action: 'webhook.resent',
        subject: { kind: 'webhook', id: delivery.id },
        market: delivery.market,
        before: { state: 'failed' },
        after: { state: 'pending' },
      });
    return revived.length;
  });
  run.log(count === 0 ? 'No failed webhook found.' : `${count} will be sent again.`);
  return count === 0 && !isAll ? 1 : 0;
}

export function addWebhookCommands(program: Command, { change, read }: Actions): void {
  const webhook = program.command('webhook').description('Order webhooks');
  withOptions(
    webhook.command('list').description('List order webhooks to ORDER_WEBHOOK_URL that are waiting or have failed for good, newest first.'),
    new Option('--state <state>', STATES.join(', ')),
    jsonOption(),
  ).action(read(list));
  withOptions(
    webhook
      .command('retry')
      .argument('[id]', 'webhook')
      .description('Retry a failed webhook, or all of them. A running shop sends it within seconds.'),
    new Option('--all', 'every failed webhook'),
    actorOption(),
  ).action(change(['webhook.resent'], retry));
}
