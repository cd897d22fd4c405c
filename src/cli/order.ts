/** `order …`: actions of staff on orders. */
import { type Command, Option } from 'commander';
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import type { RequestedLine } from '#domains/selling/orders/model/line-fulfilment.ts';
import { MANUAL_STATUSES } from '#domains/selling/orders/model/manual-status.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { changeLines } from '#domains/selling/orders/server/change-lines.ts';
import type { Refund } from '#domains/selling/orders/server/fulfilment.repository.ts';
import { describeGiven } from '#domains/selling/orders/server/given-for-claims.ts';
import { logOrderChanges } from '#domains/selling/orders/server/observe-order.ts';
import { type OrderDeps, setOrderStatus } from '#domains/selling/orders/server/order-deps.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { listOrders, orderIdOf } from '#domains/selling/orders/server/staff-order.repository.ts';
import { toDecimal } from '#lib/money.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { createOrderServices } from '#server/create-order-services.ts';
import {
  type Actions,
  actorOptions,
  amountOption,
  type CommandRun,
  commandActor,
  dateOption,
  enumOption,
  formatCents,
  formatMinute,
  isSet,
  jsonOption,
  keyOptions,
  marketOption,
  openRunSettings,
  printJson,
  RenamedOption,
  readActor,
  readIdempotencyKey,
  storableOption,
  textOption,
  UsageError,
  withJobs,
  withOptions,
} from './command.ts';
import { formatOrder, readStaffOrder } from './format-order.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 1_000;
const MAX_CARRIER_LENGTH = 100;
const MAX_REASON_LENGTH = 200;
const MAX_ORDER_NUMBER = 2_147_483_647;

/** Finds the order that the first argument names. @throws UsageError, OrderActionError */
export async function findOrderId(run: CommandRun): Promise<string> {
  const [text = ''] = run.args;
  const number = Number(text.replace(/^#/, ''));
  if (!Number.isSafeInteger(number) || number < 1 || number > MAX_ORDER_NUMBER)
    throw new UsageError(`'${text}' isn’t an order number. Order numbers look like 1000001.`);
  return orderIdOf(run.database, number, enumOption(run, 'market', MARKETS));
}

/** Parses `1:2,3`: two of line 1 and one of line 3. @throws UsageError */
function parseLines(text: string): RequestedLine[] {
  return text.split(',').map((part) => {
    const match = /^(\d{1,4})(?::(\d{1,5}))?$/.exec(part.trim());
    if (!match) throw new UsageError(`--lines is '${text}'. Write line:quantity, like 1:2,3:1.`);
    return { position: Number(match[1]) - 1, quantity: Number(match[2] ?? '1') };
  });
}

const withOrders = <T>(run: CommandRun, work: (deps: OrderDeps) => Promise<T>): Promise<T> =>
  withJobs(run, async (jobs) => {
    const { orderDeps } = createOrderServices(run.config, run.database, await openRunSettings(run), jobs);
    return work({ ...orderDeps, observer: logOrderChanges(commandActor(run)) });
  });

async function list(run: CommandRun): Promise<number> {
  const statuses = textOption(run, 'status')
    ?.split(',')
    .map((status) => enumOption({ options: { status: status.trim() } }, 'status', ORDER_STATUS_NAMES))
    .filter((status) => status !== null);
  const limit = Number(textOption(run, 'limit') ?? '50');
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED)
    throw new UsageError(`--limit is '${textOption(run, 'limit')}'. It must be a whole number from 1 to ${MAX_LISTED}.`);
  const orders = await listOrders(run.database, {
    market: enumOption(run, 'market', MARKETS),
    statuses: statuses ?? null,
    email: textOption(run, 'email'),
    since: dateOption(run, 'since'),
    before: dateOption(run, 'before'),
    limit,
  });
  if (isSet(run, 'json')) {
    printJson(
      run,
      orders.map(({ totalCents, refundedCents, ...order }) => ({
        ...order,
        total: toDecimal(totalCents),
        refunded: toDecimal(refundedCents),
      })),
    );
    return 0;
  }
  run.writeStdout(
    textTable(
      ['number', 'market', 'status', 'placed', 'buyer', 'cases', 'total', 'refunded'],
      orders.map((order) => [
        order.number,
        order.market,
        order.status,
        formatMinute(order.placedAt),
        order.email || 'deleted',
        order.cases,
        formatCents(order.market, order.totalCents),
        order.refundedCents === 0 ? '' : formatCents(order.market, order.refundedCents),
      ]),
    ),
  );
  run.log(
    orders.length === limit ? `${limit} shown. Use --limit to show more.` : `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`,
  );
  return 0;
}

async function show(run: CommandRun): Promise<number> {
  const order = await readStaffOrder(run.database, await findOrderId(run));
  if (isSet(run, 'json')) printJson(run, order);
  else run.writeStdout(formatOrder(order));
  return 0;
}

/** Prints what was done and the order's new status. */
async function printDone(run: CommandRun, id: string, sentence: string): Promise<number> {
  const staffOrder = await readStaffOrder(run.database, id);
  if (isSet(run, 'json')) printJson(run, staffOrder);
  else run.writeStdout(`${sentence} Order #${staffOrder.order.number} is now ${staffOrder.order.status}.`);
  return 0;
}

async function ship(run: CommandRun): Promise<number> {
  const carrier = storableOption(run, 'carrier', MAX_CARRIER_LENGTH);
  if (!carrier) throw new UsageError('Give the carrier: --carrier NAME');
  const trackingUrl = textOption(run, 'tracking-url') ?? '';
  if (trackingUrl !== '' && !/^https:\/\/\S{3,300}$/.test(trackingUrl))
    throw new UsageError(`--tracking-url is '${trackingUrl}'. It must be an https:// address.`);
  const lines = textOption(run, 'lines');
  const id = await findOrderId(run);
  const shipment = await withOrders(run, (deps) =>
    shipOrder(deps, id, {
      key: readIdempotencyKey(run),
      lines: lines === null ? null : parseLines(lines),
      carrier,
      trackingNumber: storableOption(run, 'tracking-number', MAX_CARRIER_LENGTH) ?? '',
      trackingUrl,
      actor: readActor(run),
    }),
  );
  const cases = shipment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return printDone(run, id, `${cases} sent with ${shipment.carrier}.`);
}

/** Prints the outcome of a refund. @returns the exit code: 1 if the gateway refused it */
async function printRefund(run: CommandRun, id: string, market: Market, refund: Refund, sentence: string): Promise<number> {
  if (refund.state === 'refused') {
    run.log(`The gateway refused the refund of ${formatCents(market, refund.amountCents)}: ${refund.failure ?? 'no reason given'}`);
    return 1;
  }
  const outcome = `${formatCents(market, refund.amountCents)} ${refund.state === 'done' ? 'refunded.' : 'will be refunded as soon as the gateway answers.'}`;
  return printDone(run, id, [sentence, outcome].filter(Boolean).join(' '));
}

async function findMarket({ database }: CommandRun, id: string): Promise<Market> {
  const order = await readOrder(database, id);
  if (!order) throw new Error(`order ${id} cannot be read`);
  return order.market;
}

/** Says what claims gave for an order that is refunded. */
async function logGiven(run: CommandRun, id: string): Promise<void> {
  const given = await describeGiven(run.database, { id, market: await findMarket(run, id) });
  if (given !== null) run.log(given);
}

async function refund(run: CommandRun): Promise<number> {
  const lines = textOption(run, 'lines');
  const input = {
    all: isSet(run, 'all'),
    lines: lines === null ? [] : parseLines(lines),
    shipping: isSet(run, 'shipping'),
    amountCents: amountOption(run, 'amount') ?? 0,
    restock: isSet(run, 'restock'),
  };
  if (input.all && (input.lines.length > 0 || input.shipping || input.amountCents > 0))
    throw new UsageError('--all refunds everything that is left, so don’t combine it with --lines, --shipping or --amount.');
  if (!input.all && input.lines.length === 0 && !input.shipping && input.amountCents === 0)
    throw new UsageError('Choose what to refund: --lines 1:2,3:1, --shipping, --amount 12.50, or --all for everything that is left.');
  const id = await findOrderId(run);
  const request = {
    key: readIdempotencyKey(run),
    input,
    reason: storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '',
    actor: readActor(run),
  };
  await logGiven(run, id);
  const done = await withOrders(run, (deps) => refundOrder(deps, id, request));
  return printRefund(run, id, await findMarket(run, id), done, '');
}

async function edit(run: CommandRun): Promise<number> {
  const lines = textOption(run, 'lines');
  if (lines === null) throw new UsageError('Give the cases that are to be sent: --lines 1:2,3:0');
  // Elsewhere a line alone is one case. Here it would take out all others.
  if (!lines.split(',').every((part) => part.includes(':')))
    throw new UsageError(`--lines is '${lines}'. Give each line the cases that are to be sent, like 1:2,3:0.`);
  const id = await findOrderId(run);
  const request = {
    key: readIdempotencyKey(run),
    lines: parseLines(lines),
    reason: storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '',
    actor: readActor(run),
  };
  await logGiven(run, id);
  const done = await withOrders(run, (deps) => changeLines(deps, id, request));
  return printRefund(run, id, await findMarket(run, id), done, 'Items changed.');
}

async function cancel(run: CommandRun): Promise<number> {
  const id = await findOrderId(run);
  const request = { reason: storableOption(run, 'reason', MAX_REASON_LENGTH) ?? '', actor: readActor(run) };
  await logGiven(run, id);
  const done = await withOrders(run, (deps) => cancelOrder(deps, id, request));
  return done === null ? printDone(run, id, 'Cancelled.') : printRefund(run, id, await findMarket(run, id), done, 'Cancelled.');
}

async function setStatus(run: CommandRun): Promise<number> {
  const text = run.args.slice(1).join(' ');
  const to = MANUAL_STATUSES.find((status) => status.toLowerCase() === text.toLowerCase());
  if (to === undefined)
    throw new UsageError(
      `'${text}' can’t be set by hand. Choose one of: ${MANUAL_STATUSES.join(', ')}. To ship, refund or cancel, use those commands.`,
    );
  const id = await findOrderId(run);
  await withOrders(run, (deps) => setOrderStatus(deps, id, to, readActor(run)));
  return printDone(run, id, 'Done.');
}

export function addOrderCommands(program: Command, { change, read }: Actions): void {
  const order = program.command('order').description('Orders');
  const onOrder = (name: string, description: string): Command =>
    withOptions(
      order.command(name).argument('<number>', 'order number, like 1000001').description(description),
      marketOption(),
      jsonOption(),
    );
  const lines = (): Option => new Option('--lines <lines>', 'such as 1:2,3:1, two of line 1 and one of line 3');

  withOptions(
    order.command('list').description('List placed orders, newest first. Shows 50 unless you set --limit.'),
    new Option('--status <statuses>', `comma separated: ${ORDER_STATUS_NAMES.join(', ')}`),
    marketOption(),
    new Option('--email <text>', 'part of the buyer’s email address'),
    new Option('--since <date>', 'such as 2026-11-01 or 2026-11-01T09:30:00+11:00'),
    new Option('--before <date>'),
    new Option('--limit <number>', `1 to ${MAX_LISTED}`),
    jsonOption(),
  ).action(read(list));
  onOrder('show', 'Show an order: lines (with what’s left to ship and refund), shipments, refunds and a log of who did what, when.').action(
    read(show),
  );
  withOptions(
    onOrder(
      'ship',
      'Record a shipment and email the buyer. Ships everything that is left unless you give --lines. Using the same --idempotency-key twice records one shipment.',
    ),
    new Option('--carrier <name>'),
    new Option('--tracking-number <number>'),
    new RenamedOption('--tracking <number>', '--tracking-number'),
    new Option('--tracking-url <url>', 'https:// address'),
    new RenamedOption('--link <url>', '--tracking-url'),
    lines(),
    ...keyOptions(),
    ...actorOptions(),
  ).action(change(['order.shipped'], ship));
  withOptions(
    onOrder(
      'refund',
      'Refund an order and email the buyer, including the reason. Cases not sent yet won’t be sent and go back on sale; cases already sent go back on sale only with --restock. Using the same --idempotency-key twice makes one refund.',
    ),
    new Option('--all', 'everything that is left'),
    lines(),
    new Option('--shipping', 'the delivery charge'),
    new Option('--amount <amount>', 'such as 12.50'),
    new Option('--restock', 'put cases that were sent back on sale'),
    new Option('--reason <text>', 'shown to the buyer'),
    ...keyOptions(),
    ...actorOptions(),
  ).action(change(['order.refunded'], refund));
  withOptions(
    onOrder(
      'edit',
      'Take cases that were not sent out of an order, refund what was paid for them and email the buyer. They go back on sale. Using the same --idempotency-key twice makes one refund.',
    ),
    new Option('--lines <lines>', 'cases that are to be sent, such as 1:2,3:0; other lines stay'),
    new Option('--reason <text>', 'shown to the buyer'),
    ...keyOptions(),
    ...actorOptions(),
  ).action(change(['order.items_changed', 'order.refunded'], edit));
  withOptions(
    onOrder(
      'cancel',
      'Cancel an order that hasn’t been sent. Its cases go back on sale, the payment is refunded and the buyer is emailed the reason.',
    ),
    new Option('--reason <text>', 'shown to the buyer'),
    ...actorOptions(),
  ).action(change(['order.cancelled'], cancel));
  withOptions(
    onOrder('set-status', `Set an order’s status: ${MANUAL_STATUSES.join(', ')}.`).argument('<status...>', 'needs no quotes'),
    ...actorOptions(),
  ).action(change(['order.marked'], setStatus));
}
