/** Roles of the processes of a shop, and the table of what each role runs (docs/decisions/0175-roles-of-processes.md). */

export const PROCESS_ROLES = ['all', 'web', 'worker'] as const;
/** `all`: one process does everything. `web`: answers shoppers and staff. `worker`: works in the background. */
export type ProcessRole = (typeof PROCESS_ROLES)[number];

/** Everything that a process does by itself or answers. A task that is not listed here runs in no process. */
export const PROCESS_TASKS = {
  /**
   * Applies new migrations at the start, unless MIGRATION_DATABASE_URL leaves that to `npm run cli -- migrate`. Processes of other roles
   * wait until the schema is new enough.
   */
  migrations: ['all'],
  /** Answers the hosts of the shop and of the office: pages, calls, files. */
  pages: ['all', 'web'],
  /** Answers `/healthz`, `/readyz` and `/metrics`, on the port of the process. */
  probes: ['all', 'web', 'worker'],
  /** Has a search index in memory, and drops cached pages when the catalogue changes (LISTEN, and a poll twice a second). */
  catalogue: ['all', 'web'],
  /** Has pages of the shop in memory, and reads them again when one changes (LISTEN). */
  content: ['all', 'web'],
  /** Has the settings in memory, and reads them again when one changes (LISTEN). */
  settings: ['all', 'web', 'worker'],
  /** Sends queued emails, runs polled and scheduled jobs, imports and the watched folder. */
  jobs: ['all', 'worker'],
  /** Says four times a minute that the process runs, for the system screens. */
  heartbeat: ['all', 'web', 'worker'],
} as const satisfies Readonly<Record<string, readonly ProcessRole[]>>;

export type ProcessTask = keyof typeof PROCESS_TASKS;

/** Returns whether processes of a role run a task. */
export const runsTask = (role: ProcessRole, task: ProcessTask): boolean => {
  const roles: readonly ProcessRole[] = PROCESS_TASKS[task];
  return roles.includes(role);
};
