/** What a retailer sees and does of messages to other systems. */
import { listDeliveries, reviveDeliveries } from '#domains/selling/orders/server/webhook.repository.ts';
import { type Command, enumOption, UsageError } from './options.ts';
import { textTable } from './text-table.ts';

const STATES = ['waiting', 'delivered', 'dead'] as const;
const MAX_LISTED = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const WEBHOOK_COMMANDS: Readonly<Record<string, Command>> = {
  'webhook list': {
    usage: '[--state waiting|delivered|dead] [--json]',
    summary: 'Messages about orders to ORDER_WEBHOOK_URL that are not taken yet or were given up, newest first.',
    options: { state: { type: 'string' }, json: { type: 'boolean' } },
    run: async (run) => {
      const state = enumOption(run, 'state', STATES);
      const deliveries = await listDeliveries(run.database, state === null ? ['waiting', 'dead'] : [state], MAX_LISTED);
      if (run.options.json) run.writeStdout(JSON.stringify(deliveries, null, 2));
      else
        run.writeStdout(
          textTable(
            ['id', 'state', 'event', 'order', 'tries', 'last answer', 'to'],
            deliveries.map((row) => [row.id, row.state, row.event, `${row.market} #${row.number}`, row.tries, row.lastAnswer, row.url]),
          ),
        );
      return 0;
    },
  },
  'webhook retry': {
    usage: 'ID | --all',
    summary: 'Send a message that was given up again, or all of them. A running shop does it within seconds.',
    options: { all: { type: 'boolean' } },
    run: async ({ database, files, options, log: say }) => {
      const [id] = files;
      if (options.all !== true && (id === undefined || !UUID.test(id))) throw new UsageError('Say which message: its id, or --all.');
      const count = await reviveDeliveries(database, options.all === true ? null : (id ?? null));
      say(count === 0 ? 'There is no dead message of that id.' : `${count} will be sent again.`);
      return count === 0 && options.all !== true ? 1 : 0;
    },
  },
};
