/** Office calls about webhooks, errors and disputes. */
import { z } from 'zod';
import { CHANGED_MEANWHILE, CURSOR_ERRORS } from '#domains/staff/messages/errors.ts';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, listed, listInput, listOf, marketName } from '#domains/staff/model/records.ts';
import { MARKETS } from '#markets/market.ts';
import { DISPUTE_ERRORS, ERROR_GROUP_ERRORS, WEBHOOK_ERRORS } from './messages/errors.ts';
import { DISPUTE_SORTS, DISPUTE_STATES, ERROR_STATUSES, MAX_CHANGED, WEBHOOK_STATES } from './model/record-states.ts';

const REFERENCE = 'docs/decisions/0158-system-screens-and-alerts.md';
const READ = { reference: REFERENCE, permission: 'system.read', method: 'GET', mutates: false } as const;
const WRITE = { reference: REFERENCE, permission: 'system.write', method: 'POST', mutates: true } as const;

const webhook = z.object({
  id: z.string(),
  state: z.enum(WEBHOOK_STATES),
  event: z.string(),
  order: z.object({ id: z.string(), number: z.number().int(), market: marketName }),
  url: z.string().describe('Without query and credentials, which may be secrets'),
  attempts: z.number().int(),
  lastResponse: z.string(),
  createdAt: isoTime,
  nextAttemptAt: isoTime.nullable().describe('Null once it is delivered or given up'),
  finishedAt: isoTime.nullable(),
});
export type SystemWebhook = z.output<typeof webhook>;

const errorGroup = z.object({
  id: z.string(),
  status: z.enum(ERROR_STATUSES),
  source: z.string().describe('browser or server'),
  title: z.string(),
  component: z.string(),
  occurrences: z.number().int(),
  firstSeen: isoTime,
  lastSeen: isoTime,
  statusBy: z.string(),
});
export type SystemErrorGroup = z.output<typeof errorGroup>;

const dispute = z.object({
  gateway: z.string(),
  id: z.string(),
  order: z.object({ id: z.string(), number: z.number().int(), market: marketName }),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'won', 'lost']),
  state: z.enum(DISPUTE_STATES).describe('An open dispute waits for an answer, is overdue, or is answered'),
  evidenceDueAt: isoTime.nullable(),
  openedAt: isoTime,
  closedAt: isoTime.nullable(),
  answeredAt: isoTime.nullable().describe('When somebody said that the evidence was sent'),
  answeredBy: z.string(),
});
export type SystemDispute = z.output<typeof dispute>;

const errorId = z.string().regex(/^[0-9a-f]{4,64}$/, 'must be the id of an error');

export const systemRecordsContract = officeCalls({
  systemWebhooks: {
    ...READ,
    path: '/office/v1/system/webhooks',
    summary: 'Lists webhooks of orders, the latest event first',
    input: listInput.extend({
      q: listInput.shape.q.describe('Number of an order'),
      'filter[state]': z.enum(WEBHOOK_STATES).optional(),
      sort: z.literal('-created').default('-created'),
    }),
    output: listOf(webhook),
    errors: CURSOR_ERRORS,
  },
  systemWebhook: {
    ...READ,
    path: '/office/v1/system/webhooks/webhook',
    summary: 'Returns a webhook with what it sends. The order in it needs the permission to see customers',
    input: z.object({ id: z.uuid() }),
    output: webhook.extend({ payload: z.unknown().describe('Null without the permission to see customers') }),
    errors: WEBHOOK_ERRORS,
  },
  resendSystemWebhooks: {
    ...WRITE,
    path: '/office/v1/system/webhooks/resend',
    summary: 'Sends webhooks again within seconds, with the same id and the order as it is now',
    input: z.object({ ids: z.array(z.uuid()).min(1).max(MAX_CHANGED) }),
    output: z.object({ done: z.number().int() }),
    errors: WEBHOOK_ERRORS,
  },
  systemErrors: {
    ...READ,
    path: '/office/v1/system/errors',
    summary: 'Lists errors of browsers and servers in groups, the latest first',
    input: listInput.extend({
      q: listInput.shape.q.describe('Part of the error'),
      'filter[status]': z.enum(ERROR_STATUSES).optional(),
      'filter[source]': z.enum(['browser', 'server']).optional(),
      sort: z.literal('-seen').default('-seen'),
    }),
    output: listOf(errorGroup),
    errors: CURSOR_ERRORS,
  },
  systemError: {
    ...READ,
    path: '/office/v1/system/errors/error',
    summary: 'Returns a group of errors with its latest reports',
    input: z.object({ id: errorId }),
    output: errorGroup.extend({
      reports: z.array(
        z.object({ id: z.string(), at: isoTime, where: z.string(), stack: z.array(z.string()), comment: z.string().nullable() }),
      ),
    }),
    errors: ERROR_GROUP_ERRORS,
  },
  changeSystemErrors: {
    ...WRITE,
    path: '/office/v1/system/errors/change',
    summary: 'Resolves, ignores or reopens groups of errors. A resolved one opens again if it happens again',
    input: z.object({
      errors: z
        .array(
          z.object({ id: errorId, expected: z.enum(ERROR_STATUSES).describe('Status that was shown. With another one it stays as it is') }),
        )
        .min(1)
        .max(MAX_CHANGED),
      status: z.enum(ERROR_STATUSES),
    }),
    output: z.object({
      changed: z.array(errorId),
      kept: z.array(z.object({ id: errorId, reason: z.string() })).describe('Those that changed since they were shown'),
    }),
    errors: ERROR_GROUP_ERRORS,
  },
  systemDisputes: {
    ...READ,
    permission: 'orders.read',
    path: '/office/v1/system/disputes',
    summary: 'Lists disputed payments, the earliest evidence first',
    input: listInput.extend({
      q: listInput.shape.q.describe('Number of an order'),
      'filter[state]': listed(DISPUTE_STATES),
      'filter[market]': listed(MARKETS),
      sort: z.enum(DISPUTE_SORTS).default('due'),
    }),
    output: listOf(dispute),
    errors: CURSOR_ERRORS,
  },
  answerSystemDispute: {
    ...WRITE,
    permission: 'orders.write',
    path: '/office/v1/system/disputes/answer',
    summary: 'Marks a dispute as answered, or takes that back',
    input: z.object({
      gateway: z.string().max(40),
      id: z.string().max(200),
      answeredAt: z.iso.datetime().nullable().describe('`answeredAt` of the dispute that was shown'),
      isAnswered: z.boolean(),
    }),
    output: z.object({ answeredAt: isoTime.nullable() }),
    errors: { ...DISPUTE_ERRORS, ...CHANGED_MEANWHILE },
  },
});
