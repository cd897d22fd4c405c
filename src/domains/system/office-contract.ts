/** Office calls about the system: what works, what runs, what failed. */
import { z } from 'zod';
import { officeCalls } from '#domains/staff/model/office-call.ts';
import { isoTime, marketName } from '#domains/staff/model/records.ts';
import { PROCESS_ROLES } from '#lib/process-roles.ts';
import { FAILED_WORK_ERRORS, JOB_ERRORS } from './messages/errors.ts';
import { ALERT_CHECKS, CHECK_NAMES, CHECK_STATES, REPORT_KINDS, REPORT_RESULTS } from './model/health.ts';
import { JOB_STATES } from './model/job-state.ts';

const REFERENCE = 'docs/decisions/0158-system-screens-and-alerts.md';
const READ = { reference: REFERENCE, permission: 'system.read', method: 'GET', mutates: false } as const;
const WRITE = { reference: REFERENCE, permission: 'system.write', method: 'POST', mutates: true } as const;
/** Failed jobs that one call handles. */
export const MAX_FAILED_JOBS = 200;

const check = z.object({
  name: z.enum(CHECK_NAMES),
  state: z.enum(CHECK_STATES),
  detail: z.string(),
  checkedAt: isoTime.nullable().describe('Null if it was not checked yet'),
  failingSince: isoTime.nullable(),
});
export type HealthCheck = z.output<typeof check>;

const alert = z.object({
  id: z.number().int().describe('Number of the incident; 0 for workers'),
  check: z.enum(ALERT_CHECKS),
  detail: z.string(),
  openedAt: isoTime,
});
export type SystemAlert = z.output<typeof alert>;

const shopProcess = z.object({
  id: z.uuid(),
  role: z.enum(PROCESS_ROLES),
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  startedAt: isoTime,
});
export type ShopProcess = z.output<typeof shopProcess>;

const job = z.object({
  name: z.string(),
  title: z.string(),
  purpose: z.string(),
  everySeconds: z.number().int().nullable().describe('Interval of jobs that every process runs; null for scheduled ones'),
  state: z.enum(JOB_STATES),
  isStuck: z.boolean(),
  finishedAt: isoTime.nullable(),
  durationMs: z.number().int().nullable(),
  nextRunAt: isoTime.nullable(),
  error: z.string(),
  failures: z.number().int().describe('Runs in a row that failed'),
});
export type SystemJob = z.output<typeof job>;

const failedJob = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string().nullable(),
  attempts: z.number().int(),
  error: z.string(),
  createdAt: isoTime,
  failedAt: isoTime.nullable().describe('Null if another attempt follows'),
  nextAttemptAt: isoTime.nullable(),
  order: z
    .object({ id: z.string(), number: z.number().int(), market: marketName })
    .nullable()
    .describe('The order that it is about, if one may see it'),
});
export type FailedJobView = z.output<typeof failedJob>;

const failedIds = z.object({ ids: z.array(z.uuid()).min(1).max(MAX_FAILED_JOBS) });

export const systemOfficeContract = officeCalls({
  systemHealth: {
    ...READ,
    path: '/office/v1/system/health',
    summary: 'Returns what the shop depends on and whether it works',
    input: z.object({}),
    output: z.object({
      checks: z.array(check),
      processes: z.array(shopProcess).describe('The processes that run'),
      webProcesses: z.number().int().describe('Web processes that there should be'),
      database: z.enum(['embedded', 'external']).describe('Whether the shop runs its database itself'),
      versions: z.object({ shop: z.string(), node: z.string(), postgres: z.string(), startedAt: isoTime }),
      backups: z
        .array(z.object({ at: isoTime, kind: z.enum(REPORT_KINDS), result: z.enum(REPORT_RESULTS), note: z.string() }))
        .describe('The latest reports'),
    }),
    errors: {},
  },
  checkSystemHealth: {
    ...WRITE,
    path: '/office/v1/system/health/check',
    summary: 'Checks gateway, mail, jobs, backups and disk now',
    input: z.object({}),
    output: z.null(),
    emptyStatus: 204,
    errors: {},
  },
  systemAlerts: {
    ...READ,
    path: '/office/v1/system/alerts',
    summary: 'Returns what is wrong at the moment, for the banner',
    input: z.object({}),
    output: z.object({ alerts: z.array(alert) }),
    errors: {},
  },
  systemJobs: {
    ...READ,
    path: '/office/v1/system/jobs',
    summary: 'Lists the jobs that run by themselves, and the work that failed',
    input: z.object({}),
    output: z.object({ jobs: z.array(job), failed: z.array(failedJob).describe('The latest ones'), failedTotal: z.number().int() }),
    errors: {},
  },
  runSystemJob: {
    ...WRITE,
    path: '/office/v1/system/jobs/run',
    summary: 'Runs a scheduled job within seconds. A repeat before it begins changes nothing',
    input: z.object({ name: z.string().max(100) }),
    output: z.null(),
    emptyStatus: 204,
    errors: JOB_ERRORS,
  },
  retryFailedJobs: {
    ...WRITE,
    path: '/office/v1/system/jobs/retry',
    summary: 'Tries failed work again',
    input: failedIds,
    output: z.object({ done: z.number().int() }),
    errors: FAILED_WORK_ERRORS,
  },
  discardFailedJobs: {
    ...WRITE,
    path: '/office/v1/system/jobs/discard',
    summary: 'Discards failed work, such as an email that nobody needs any more',
    input: failedIds,
    output: z.object({ done: z.number().int() }),
    errors: FAILED_WORK_ERRORS,
  },
});
