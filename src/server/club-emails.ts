/** The clock, the addresses and the mail that wine clubs work with. */

import type { ClubEmailDeps } from '#domains/selling/clubs/server/club-deps.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { originOf } from './order-emails.ts';

/** Jobs of this name carry a letter that is written already, and whom it goes to. */
export const CLUB_MAIL = 'club-mail';

export const clubPost = (config: Config, jobs: Pick<Jobs, 'queue'>, now: () => Date = () => new Date()): ClubEmailDeps => ({
  now,
  originOf: (market) => originOf(config, market),
  enqueueEmail: (transaction, to, letter) => jobs.queue(transaction, CLUB_MAIL, { to, letter }),
});
