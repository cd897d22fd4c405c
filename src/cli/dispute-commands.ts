/** What staff see of disputes, and how one is tried out at the sandbox gateway. */
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import { listDisputes } from '#domains/selling/orders/server/disputes.ts';
import {
  disputePayment,
  SANDBOX_WEBHOOK,
  SANDBOX_WEBHOOK_SECRET,
  sandboxMessage,
} from '#domains/selling/payments/sandbox/server/sandbox-disputes.ts';
import { toDecimal } from '#lib/money.ts';
import { sharedSecret } from '#lib/server/shared-secret.ts';
import { type Command, type CommandRun, enumOption, textOption, UsageError } from './options.ts';
import { orderOf } from './order-commands.ts';
import { textTable } from './text-table.ts';

const STATUSES = ['open', 'won', 'lost'] as const;
const PATIENCE_MS = 10_000;

async function list(run: CommandRun): Promise<number> {
  const status = enumOption(run, 'status', STATUSES);
  const disputes = await listDisputes(run.database, status === null ? ['open'] : [status]);
  if (run.options.json)
    run.writeStdout(
      JSON.stringify(
        disputes.map(({ amountCents, ...dispute }) => ({ ...dispute, amount: toDecimal(amountCents) })),
        null,
        2,
      ),
    );
  else if (disputes.length === 0) run.log(`There are no ${status ?? 'open'} disputes.`);
  else
    run.writeStdout(
      textTable(
        ['order', 'dispute', 'status', 'amount', 'reason', 'evidence due'],
        disputes.map((dispute) => [
          `${dispute.market} #${dispute.number}`,
          dispute.id,
          dispute.status,
          formatMoneyIn(dispute.market, toDecimal(dispute.amountCents)),
          dispute.reason,
          dispute.evidenceDueAt ? `${dispute.evidenceDueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '',
        ]),
      ),
    );
  return 0;
}

async function trySandbox(run: CommandRun): Promise<number> {
  const verdict = enumOption(run, 'status', STATUSES) ?? 'open';
  const event = await disputePayment(run.database, await orderOf(run), verdict);
  if (!event) throw new UsageError('The sandbox gateway took no payment of this order, or it is not disputed yet.');
  const url = textOption(run, 'url') ?? `http://localhost:${run.config.PORT}`;
  const { headers, body } = sandboxMessage(await sharedSecret(run.database, SANDBOX_WEBHOOK_SECRET), event);
  const answer = await fetch(`${url}${SANDBOX_WEBHOOK}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  run.log(
    answer?.ok ? `The shop was told: ${event.type}.` : `The shop at ${url} could not be told; is it running? The same command tries again.`,
  );
  return answer?.ok ? 0 : 1;
}

export const DISPUTE_COMMANDS: Readonly<Record<string, Command>> = {
  'dispute list': {
    usage: '[--status open|won|lost] [--json]',
    summary: 'Payments that buyers dispute at their bank, those whose evidence is due first; without --status the open ones.',
    options: { status: { type: 'string' }, json: { type: 'boolean' } },
    run: list,
  },
  'sandbox dispute': {
    usage: 'ORDER [--market AU|SG] [--status open|won|lost] [--url http://localhost:3000]',
    summary: 'Try out a dispute: the sandbox gateway opens or decides it, and tells a running shop by webhook.',
    options: { market: { type: 'string' }, status: { type: 'string' }, url: { type: 'string' } },
    run: trySandbox,
  },
};
