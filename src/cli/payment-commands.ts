/** What staff see and do of alerts about payments. */
import { openAlerts, resolveAlert } from '#domains/selling/payments/port/server/payment.repository.ts';
import { toDecimal } from '#lib/money.ts';
import { actorOf, type Command, UsageError } from './options.ts';
import { textTable } from './text-table.ts';

export const PAYMENT_COMMANDS: Readonly<Record<string, Command>> = {
  'payment alerts': {
    usage: '[--json]',
    summary: 'Money at the gateway that the books cannot explain: captured payments without an order here, disputes of unknown payments.',
    options: { json: { type: 'boolean' } },
    run: async ({ database, options, writeStdout: print, log: say }) => {
      const alerts = await openAlerts(database);
      if (options.json)
        print(
          JSON.stringify(
            alerts.map(({ amountCents, ...alert }) => ({ ...alert, amount: toDecimal(amountCents) })),
            null,
            2,
          ),
        );
      else if (alerts.length === 0) say('There are no open alerts.');
      else
        print(
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
    },
  },
  'payment resolve': {
    usage: 'ID [--by NAME]',
    summary: 'Take an alert off the list once somebody has looked into it at the gateway.',
    options: { by: { type: 'string' } },
    run: async (run) => {
      const [id = ''] = run.files;
      if (!/^\d{1,18}$/.test(id)) throw new UsageError('Say which alert: its id, as `payment alerts` shows it.');
      const isDone = await resolveAlert(run.database, id, actorOf(run));
      run.log(isDone ? 'Resolved.' : `No alert ${id} is open.`);
      return isDone ? 0 : 1;
    },
  },
};
