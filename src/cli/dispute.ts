/** `dispute …` and `sandbox dispute`: disputed payments, and simulated disputes at the sandbox gateway. */
import { type Command, Option } from 'commander';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { listDisputes } from '#domains/selling/orders/server/dispute.repository.ts';
import {
  disputePayment,
  SANDBOX_WEBHOOK,
  SANDBOX_WEBHOOK_SECRET,
  sandboxMessage,
} from '#domains/selling/payments/sandbox/server/sandbox-disputes.ts';
import { toDecimal } from '#lib/money.ts';
import { sharedSecret } from '#lib/server/shared-secret.repository.ts';
import {
  type Actions,
  type CommandRun,
  enumOption,
  formatMinute,
  isSet,
  jsonOption,
  marketOption,
  printJson,
  textOption,
  UsageError,
  withDecimalAmount,
  withOptions,
} from './command.ts';
import { findOrderId } from './order.ts';
import { textTable } from './text-table.ts';

const STATUSES = ['open', 'won', 'lost'] as const;
const WEBHOOK_TIMEOUT_MS = 10_000;

const statusOption = (): Option => new Option('--status <status>', STATUSES.join(', '));

async function list(run: CommandRun): Promise<number> {
  const status = enumOption(run, 'status', STATUSES);
  const disputes = await listDisputes(run.database, status === null ? ['open'] : [status]);
  if (isSet(run, 'json')) printJson(run, disputes.map(withDecimalAmount));
  else if (disputes.length === 0) run.log(`There are no ${status ?? 'open'} disputes.`);
  else
    run.writeStdout(
      textTable(
        ['order', 'dispute', 'status', 'amount', 'reason', 'evidence due'],
        disputes.map((dispute) => [
          dispute.number === null ? dispute.orderId : `${dispute.market} #${dispute.number}`,
          dispute.id,
          dispute.status,
          formatMoneyIn(dispute.market, toDecimal(dispute.amountCents)),
          dispute.reason,
          dispute.evidenceDueAt ? formatMinute(dispute.evidenceDueAt) : '',
        ]),
      ),
    );
  return 0;
}

async function trySandbox(run: CommandRun): Promise<number> {
  const verdict = enumOption(run, 'status', STATUSES) ?? 'open';
  const event = await disputePayment(run.database, await findOrderId(run), verdict);
  if (!event) throw new UsageError('The sandbox gateway has no payment of this order, or the payment is not disputed yet.');
  const url = textOption(run, 'url') ?? `http://localhost:${run.config.PORT}`;
  const { headers, body } = sandboxMessage(await sharedSecret(run.database, SANDBOX_WEBHOOK_SECRET), event);
  const response = await fetch(`${url}${SANDBOX_WEBHOOK}`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
  }).catch(() => null);
  await response?.body?.cancel();
  run.log(
    response?.ok
      ? `Notified the shop: ${event.type}.`
      : `Couldn’t reach the shop at ${url}. Is it running? Run the same command to try again.`,
  );
  return response?.ok ? 0 : 1;
}

export function addDisputeCommands(program: Command, { change, read }: Actions): void {
  withOptions(
    program
      .command('dispute')
      .description('Disputed payments')
      .command('list')
      .description('List payments that buyers dispute at their bank, earliest evidence deadline first. Without --status, the open ones.'),
    statusOption(),
    jsonOption(),
  ).action(read(list));
  withOptions(
    program
      .command('sandbox')
      .description('The sandbox payment gateway')
      .command('dispute')
      .argument('<number>', 'order number')
      .description('Try out a dispute: the sandbox gateway opens or decides it and notifies a running shop by webhook.'),
    marketOption(),
    statusOption(),
    new Option('--url <url>', 'address of the running shop; default: this machine'),
  ).action(change({ notLogged: 'It tries out the sandbox gateway. The order has the event.' }, trySandbox));
}
