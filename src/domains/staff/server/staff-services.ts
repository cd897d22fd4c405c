/** What the use cases of staff need. */
import type { Database } from '#lib/db/pool.ts';
import type { QueueStaffMail } from './staff-mail.ts';

export interface StaffServices {
  readonly database: Database;
  readonly queueMail: QueueStaffMail;
  /** Name in emails, passkeys and authenticators. */
  readonly shopName: string;
  /** Where staff sign in: at the office itself, or at a hosted identity tenant. */
  readonly identity: 'built_in' | 'external';
  /** Staff may sign in without a second factor if they are on this machine: a shop with sample data that is not public. */
  readonly isSample: boolean;
}

/** Path of the request that starts the identity provider's flow. It is a page load, not a call. */
export const AUTHORIZE_PATH = '/office/v1/sign-in/authorize';
export const CALLBACK_PATH = '/office/v1/sign-in/callback';
