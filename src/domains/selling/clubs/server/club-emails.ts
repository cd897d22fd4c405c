/** The clock, the origins and the e-mail queue for wine clubs. */
import type { ClubEmailDeps } from '#domains/selling/clubs/server/club-deps.ts';
import { clubRuleReader } from '#domains/selling/clubs/server/club-rules.ts';
import { mailTextReader } from '#domains/settings/server/mail-texts.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Config } from '#lib/server/config.ts';
import type { Jobs } from '#lib/server/jobs.ts';
import { marketOrigin } from '#lib/server/market-settings.ts';

/** The job that sends an e-mail of a club. Its payload has the finished content and the recipient. */
export const CLUB_MAIL = 'send-club-email';

export const createClubEmailDeps = (
  config: Config,
  settings: Settings,
  jobs: Pick<Jobs, 'queue'>,
  now: () => Date = () => new Date(),
): ClubEmailDeps => ({
  ...clubRuleReader(settings),
  now,
  sellingTerms: (market, at) => (at ? settings.at(at) : settings.current()).terms[market],
  textsOf: mailTextReader(settings, config),
  originOf: (market) => marketOrigin(config, market),
  enqueueEmail: (transaction, to, email) => jobs.queue(transaction, CLUB_MAIL, { to, letter: email }),
});
