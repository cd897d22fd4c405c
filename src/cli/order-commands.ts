/** What staff do to orders from the command line, as data; until there is a back office. */
import { ORDER_STATUS_NAMES } from '#domains/selling/checkout/model/order-status.ts';
import { formatMoneyIn } from '#domains/selling/checkout/model/price-summary.ts';
import type { OrderView } from '#domains/selling/orders/contract.ts';
import { handoverOf, isDelivered, placeLine } from '#domains/selling/orders/model/format-address.ts';
import { type RequestedLine, unshippedQuantity } from '#domains/selling/orders/model/line-fulfilment.ts';
import { cancelOrder } from '#domains/selling/orders/server/cancel-order.ts';
import { disputesOf } from '#domains/selling/orders/server/disputes.ts';
import {
  type Refund,
  readLineFulfilments,
  readRefundableBalance,
  refundsOf,
  shipmentsOf,
} from '#domains/selling/orders/server/fulfilment.repository.ts';
import { MANUAL_STATUSES, type OrderDeps, setOrderStatus } from '#domains/selling/orders/server/order-deps.ts';
import { readOrder } from '#domains/selling/orders/server/order-view.ts';
import { refundOrder } from '#domains/selling/orders/server/refund-order.ts';
import { shipOrder } from '#domains/selling/orders/server/ship-order.ts';
import { listOrders, orderIdOf, staffEvents } from '#domains/selling/orders/server/staff-orders.ts';
import { suppressionOf } from '#lib/mail/suppressions.ts';
import { formatMoney, toDecimal } from '#lib/money.ts';
import { startJobs } from '#lib/server/jobs.ts';
import { isLeft } from '#markets/alcohol-law.ts';
import { MARKETS, type Market, marketFacts } from '#markets/market.ts';
import { createOrderServices } from '#server/create-order-services.ts';
import { JOB_NAMES } from '#server/scheduler.ts';
import {
  actorOf,
  type Command,
  type CommandRun,
  dateOption,
  enumOption,
  keyOption,
  stringOption,
  textOption,
  UsageError,
} from './options.ts';
import { textTable } from './text-table.ts';

const MAX_LISTED = 1_000;
const SUPPRESSION_WORDS = { bounce: 'No mail reaches them', complaint: 'They get no news by mail' } as const;

const money = (market: Market, cents: number): string => formatMoney(cents, marketFacts(market).locale, marketFacts(market).currency);
const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Refuse words that no command asked for: a mistyped option is no order. @throws UsageError */
function onlyWords({ files }: CommandRun, most: number): void {
  const extra = files[most];
  if (extra !== undefined)
    throw new UsageError(
      `'${extra}' is one word too many: ${most === 0 ? 'options begin with --' : 'one order number, then options that begin with --'}.`,
    );
}

/** The order that the first word of a command names. @throws UsageError, OrderActionError */
export async function orderOf(run: CommandRun, words = 1): Promise<string> {
  onlyWords(run, words);
  const [given] = run.files;
  if (given === undefined) throw new UsageError('Say which order: its number, like 1000001.');
  const number = Number(given.replace(/^#/, ''));
  if (!Number.isSafeInteger(number) || number < 1 || number > 2_147_483_647)
    throw new UsageError(`'${given}' is no order number; those look like 1000001.`);
  return orderIdOf(run.database, number, enumOption(run, 'market', MARKETS));
}

/** `1:2,3` is two of line 1 and one of line 3. @throws UsageError */
export function parseLines(text: string): RequestedLine[] {
  return text.split(',').map((part) => {
    const match = /^(\d{1,4})(?::(\d{1,5}))?$/.exec(part.trim());
    if (!match) throw new UsageError(`--lines is '${text}'; write line:quantity, like 1:2,3:1.`);
    return { position: Number(match[1]) - 1, quantity: Number(match[2] ?? '1') };
  });
}

/** `12.50` in cents. @throws UsageError */
export function parseAmount(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || Number(text) === 0) throw new UsageError(`--amount is '${text}'; write it like 12.50.`);
  return Math.round(Number(text) * 100);
}

/** Runs work with order dependencies of its own. E-mails are queued for a running shop to send. */
async function withOrderDeps<T>(run: CommandRun, work: (deps: OrderDeps) => Promise<T>): Promise<T> {
  const { config, database } = run;
  const jobs = await startJobs(database, JOB_NAMES, (error) => run.log(`Jobs: ${error.message}`));
  try {
    return await work(createOrderServices(config, database, jobs).orderDeps);
  } finally {
    await jobs.stop();
  }
}

/** Everything staff see of an order. */
async function staffView(run: CommandRun, id: string) {
  const order = await readOrder(run.database, id);
  if (!order) throw new Error(`order ${id} cannot be read`);
  const [lines, paid, events, shipments, refunds, disputes, suppression] = [
    await readLineFulfilments(run.database, id),
    await readRefundableBalance(run.database, id),
    await staffEvents(run.database, id),
    await shipmentsOf(run.database, id),
    await refundsOf(run.database, id),
    await disputesOf(run.database, id),
    await suppressionOf(run.database, order.email),
  ];
  return { order, lines, paid, events, shipments, refunds, disputes, suppression };
}

/** `Gift card ending in 3QWE $50.00, card $187.90`. */
const paidWith = ({ market, tenders, charged }: OrderView): string =>
  [...tenders, ...(charged === 0 ? [] : [{ label: 'card', amount: charged }])]
    .map(({ label, amount }) => `${label} ${formatMoneyIn(market, amount)}`)
    .join(', ');

function showText({
  order,
  lines,
  paid,
  events,
  shipments,
  refunds,
  disputes,
  suppression,
}: Awaited<ReturnType<typeof staffView>>): string {
  const { market, details } = order;
  const inMoney = (cents: number): string => money(market, cents);
  return [
    `Order #${order.number} ${market}  ${order.status}  ${minute(new Date(order.placedAt))}`,
    `${details.firstName} ${details.lastName} <${order.email}> ${details.phone}`,
    ...(suppression ? [`${SUPPRESSION_WORDS[suppression.kind]}: ${suppression.kind}, ${suppression.reason}`] : []),
    ...(isDelivered(order) ? [[details.address, placeLine(order)].join(', ')] : []),
    ...(details.instructions === '' ? [] : [`Driver: ${details.instructions}`]),
    ...(isLeft(handoverOf(order)) ? ['Authority to leave: in a safe place if no one is home'] : []),
    ...(details.giftMessage === '' ? [] : [`On the card: ${details.giftMessage}`]),
    '',
    textTable(
      ['line', 'what', 'ordered', 'sent', 'to send', 'refunded', 'paid'],
      lines.map((line) => [
        line.position + 1,
        line.name,
        line.quantity,
        line.shipped,
        unshippedQuantity(line),
        line.refunded,
        inMoney(line.netCents),
      ]),
    ),
    '',
    ...order.discounts.map(({ name, code, amount }) => `Discount ${code ?? name}  ${formatMoneyIn(market, amount)}`),
    ...(order.tenders.length === 0 ? [] : [`Paid with ${paidWith(order)}`]),
    `Delivery ${inMoney(paid.shippingCents)}, total ${inMoney(paid.paidCents)}, refunded ${inMoney(paid.refundedCents)}, left to refund ${inMoney(paid.paidCents - paid.refundedCents)}`,
    ...shipments.map(
      ({ shippedAt, carrier, trackingNumber, trackingUrl, lines: sent }) =>
        `Shipment ${minute(shippedAt)}  ${[carrier, trackingNumber, trackingUrl].filter(Boolean).join('  ')}  lines ${sent.map(({ position, quantity }) => `${position + 1}:${quantity}`).join(',')}`,
    ),
    ...refunds.map(
      ({ createdAt, amountCents, state, reason, failure }) =>
        `Refund ${minute(createdAt)}  ${inMoney(amountCents)}  ${[state, reason, failure].filter(Boolean).join('  ')}`,
    ),
    ...disputes.map(
      ({ openedAt, amountCents, status, reason, evidenceDueAt }) =>
        `Dispute ${minute(openedAt)}  ${inMoney(amountCents)}  ${status}  ${reason}${status === 'open' && evidenceDueAt ? `  evidence due ${minute(evidenceDueAt)}` : ''}`,
    ),
    '',
    ...events.map(
      ({ at, event, actor, data }) => `${minute(at)}  ${event}${typeof data.to === 'string' ? ` → ${data.to}` : ''}  by ${actor}`,
    ),
  ].join('\n');
}

async function list(run: CommandRun): Promise<number> {
  onlyWords(run, 0);
  const statuses = textOption(run, 'status')
    ?.split(',')
    .map((status) => enumOption({ options: { status: status.trim() } }, 'status', ORDER_STATUS_NAMES))
    .filter((status) => status !== null);
  const limit = Number(textOption(run, 'limit') ?? '50');
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LISTED)
    throw new UsageError(`--limit is '${textOption(run, 'limit')}'; it must be a whole number from 1 to ${MAX_LISTED}.`);
  const orders = await listOrders(run.database, {
    market: enumOption(run, 'market', MARKETS),
    statuses: statuses ?? null,
    email: textOption(run, 'email'),
    since: dateOption(run, 'since'),
    before: dateOption(run, 'before'),
    limit,
  });
  if (run.options.json) {
    run.writeStdout(
      JSON.stringify(
        orders.map(({ totalCents, refundedCents, ...order }) => ({
          ...order,
          total: toDecimal(totalCents),
          refunded: toDecimal(refundedCents),
        })),
        null,
        2,
      ),
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
        minute(order.placedAt),
        order.email || 'forgotten',
        order.cases,
        money(order.market, order.totalCents),
        order.refundedCents === 0 ? '' : money(order.market, order.refundedCents),
      ]),
    ),
  );
  run.log(orders.length === limit ? `${limit} shown; --limit shows more.` : `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`);
  return 0;
}

async function show(run: CommandRun): Promise<number> {
  const view = await staffView(run, await orderOf(run));
  run.writeStdout(run.options.json ? JSON.stringify(view, null, 2) : showText(view));
  return 0;
}

async function after(run: CommandRun, id: string, sentence: string): Promise<number> {
  const view = await staffView(run, id);
  if (run.options.json) run.writeStdout(JSON.stringify(view, null, 2));
  else run.writeStdout(`${sentence} Order #${view.order.number} is ${view.order.status} now.`);
  return 0;
}

async function ship(run: CommandRun): Promise<number> {
  const carrier = stringOption(run, 'carrier', 100);
  if (!carrier) throw new UsageError('Say who carries it: --carrier NAME.');
  const link = textOption(run, 'link') ?? '';
  if (link !== '' && !/^https:\/\/\S{3,300}$/.test(link)) throw new UsageError(`--link is '${link}'; it must be an https:// address.`);
  const lines = textOption(run, 'lines');
  const id = await orderOf(run);
  const shipment = await withOrderDeps(run, (deps) =>
    shipOrder(deps, id, {
      key: keyOption(run),
      lines: lines === null ? null : parseLines(lines),
      carrier,
      trackingNumber: stringOption(run, 'tracking', 100) ?? '',
      trackingUrl: link,
      actor: actorOf(run),
    }),
  );
  const cases = shipment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return after(run, id, `${cases} sent with ${shipment.carrier}.`);
}

/** What became of a refund, in words and as an exit code: 1 where the gateway refused it. */
async function refunded(run: CommandRun, id: string, market: Market, refund: Refund, sentence: string): Promise<number> {
  if (refund.state === 'refused') {
    run.log(`The gateway refused to give ${money(market, refund.amountCents)} back: ${refund.failure ?? 'it did not say why'}`);
    return 1;
  }
  const given = `${money(market, refund.amountCents)} ${refund.state === 'done' ? 'given back.' : 'will be given back as soon as the gateway answers.'}`;
  return after(run, id, [sentence, given].filter(Boolean).join(' '));
}

async function marketOf(run: CommandRun, id: string): Promise<Market> {
  const order = await readOrder(run.database, id);
  return order?.market ?? 'AU';
}

async function refund(run: CommandRun): Promise<number> {
  const lines = textOption(run, 'lines');
  const amount = textOption(run, 'amount');
  const wish = {
    all: run.options.all === true,
    lines: lines === null ? [] : parseLines(lines),
    shipping: run.options.shipping === true,
    amountCents: amount === null ? 0 : parseAmount(amount),
    restock: run.options.restock === true,
  };
  if (wish.all && (wish.lines.length > 0 || wish.shipping || wish.amountCents > 0))
    throw new UsageError('--all is everything that is left: leave --lines, --shipping and --amount out.');
  if (!wish.all && wish.lines.length === 0 && !wish.shipping && wish.amountCents === 0)
    throw new UsageError('Say what to refund: --lines 1:2,3:1, --shipping, --amount 12.50, or --all for everything that is left.');
  const id = await orderOf(run);
  const request = {
    key: keyOption(run),
    wish,
    reason: stringOption(run, 'reason', 200) ?? '',
    actor: actorOf(run),
  };
  const done = await withOrderDeps(run, (deps) => refundOrder(deps, id, request));
  return refunded(run, id, await marketOf(run, id), done, '');
}

async function cancel(run: CommandRun): Promise<number> {
  const id = await orderOf(run);
  const request = { reason: stringOption(run, 'reason', 200) ?? '', actor: actorOf(run) };
  const done = await withOrderDeps(run, (deps) => cancelOrder(deps, id, request));
  return done === null ? after(run, id, 'Cancelled.') : refunded(run, id, await marketOf(run, id), done, 'Cancelled.');
}

async function mark(run: CommandRun): Promise<number> {
  const given = run.files.slice(1).join(' ');
  const to = MANUAL_STATUSES.find((status) => status.toLowerCase() === given.toLowerCase());
  if (to === undefined)
    throw new UsageError(
      `${given === '' ? 'Say what the order is now' : `'${given}' cannot be said by hand`}: ${MANUAL_STATUSES.join(', ')}. Sent, refunded and cancelled have commands of their own.`,
    );
  const id = await orderOf(run, run.files.length);
  await withOrderDeps(run, (deps) => setOrderStatus(deps, id, to, actorOf(run)));
  return after(run, id, 'Done.');
}

const COMMON_OPTIONS = { market: { type: 'string' }, json: { type: 'boolean' } } as const;
const ACTOR_OPTIONS = { ...COMMON_OPTIONS, by: { type: 'string' } } as const;

export const ORDER_COMMANDS: Readonly<Record<string, Command>> = {
  'order list': {
    usage: '[--status S,…] [--market AU|SG] [--email PART] [--since DAY] [--before DAY] [--limit N] [--json]',
    summary: `Placed orders, newest first. S: ${ORDER_STATUS_NAMES.join(', ')}.\nDAY: 2026-11-01, or 2026-11-01T09:30:00+11:00. PART: of an e-mail address. 50 are shown unless --limit says otherwise.`,
    options: {
      ...COMMON_OPTIONS,
      status: { type: 'string' },
      email: { type: 'string' },
      since: { type: 'string' },
      before: { type: 'string' },
      limit: { type: 'string' },
    },
    run: list,
  },
  'order show': {
    usage: 'NUMBER [--market AU|SG] [--json]',
    summary: 'One order: lines with what is left to send and to refund, shipments, refunds, and who did what when.',
    options: COMMON_OPTIONS,
    run: show,
  },
  'order ship': {
    usage: 'NUMBER --carrier NAME [--tracking NUMBER] [--link URL] [--lines 1:2,3:1] [--market AU|SG] [--key KEY] [--by NAME] [--json]',
    summary:
      'Record what went to the carrier, everything that is left unless --lines says otherwise, and write to the buyer.\nThe same --key twice is one shipment.',
    options: {
      ...ACTOR_OPTIONS,
      carrier: { type: 'string' },
      tracking: { type: 'string' },
      link: { type: 'string' },
      lines: { type: 'string' },
      key: { type: 'string' },
    },
    run: ship,
  },
  'order refund': {
    usage:
      'NUMBER --all | [--lines 1:2,3:1] [--shipping] [--amount 12.50] [--restock] [--reason TEXT] [--market AU|SG] [--key KEY] [--by NAME] [--json]',
    summary:
      'Give money back and write to the buyer, who reads the reason. Cases that were not sent yet are not sent any more and are\non sale again; cases that were sent are only with --restock. 1:2 is two of line 1. The same --key twice is one refund.',
    options: {
      ...ACTOR_OPTIONS,
      all: { type: 'boolean' },
      lines: { type: 'string' },
      shipping: { type: 'boolean' },
      amount: { type: 'string' },
      restock: { type: 'boolean' },
      reason: { type: 'string' },
      key: { type: 'string' },
    },
    run: refund,
  },
  'order cancel': {
    usage: 'NUMBER [--reason TEXT] [--market AU|SG] [--by NAME] [--json]',
    summary: 'Cancel an order of which nothing was sent: its cases are on sale again, its money goes back, the buyer is told why.',
    options: { ...ACTOR_OPTIONS, reason: { type: 'string' } },
    run: cancel,
  },
  'order mark': {
    usage: 'NUMBER STATUS [--market AU|SG] [--by NAME] [--json]',
    summary: `Say how an order stands: ${MANUAL_STATUSES.join(', ')}.\nSTATUS needs no quotes: order mark 1000001 Awaiting Pickup.`,
    options: ACTOR_OPTIONS,
    run: mark,
  },
};
