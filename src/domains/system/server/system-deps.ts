/** What the use cases of the system screens need of the rest of the shop. */
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { AlertEmail } from '../messages/alerts.ts';
import type { JobDefinition } from '../model/job-state.ts';

export interface SystemDeps {
  readonly database: Database;
  /** Queues a job in a transaction. @param id that of a job which is queued once more */
  readonly queueJob: (transaction: Transaction, name: string, data: Readonly<Record<string, unknown>>, id?: string) => Promise<void>;
  /** Queues an email to a member of staff. Null for a shop without an office. */
  readonly queueAlert: ((transaction: Transaction, staffId: number, email: AlertEmail) => Promise<void>) | null;
  /** Queues of jobs with a payload. */
  readonly queues: readonly string[];
  /** Jobs that run by themselves. */
  readonly jobs: () => readonly JobDefinition[];
  /** When this process began to run jobs. */
  readonly startedAt: Date;
  /** Asks the payment gateway for something small. Null without a gateway. @throws if it does not answer */
  readonly gateway: () => { readonly name: string; readonly ask: () => Promise<unknown> } | null;
  /** Address of the mail server; undefined without one. */
  readonly smtpUrl: () => string | undefined;
  /** True for a shop that serves the public. */
  readonly isOpen: () => boolean;
  /** True if the shop makes backups of its database and tries them out. */
  readonly triesBackupsOut: boolean;
  /** True for a PostgreSQL that the shop does not run itself. */
  readonly hasExternalDatabase: boolean;
  /** Web processes that there should be. */
  readonly webProcesses: number;
  /** Number of wines in the search index; null while it is being built. */
  readonly indexedWines: () => number | null;
  /** Folder whose disk is checked. */
  readonly folder: string;
  readonly version: string;
}
