/** The rules that hold for a membership: those of today, or of an earlier moment where the member was promised them. */
import { CLUBS, type ClubRules } from '#domains/settings/model/groups/clubs.ts';
import type { Settings } from '#domains/settings/server/settings-store.ts';
import type { Market } from '#markets/market.ts';
import { instantIn } from '#markets/market-day.ts';
import type { Membership } from './membership.repository.ts';

export interface ClubRuleReader {
  /** Returns the rules of a market, now or at another moment. */
  readonly clubRules: (market: Market, at?: Date) => ClubRules;
  /** Returns the longest time before a charge that a member of the market may have been promised, in days. */
  readonly longestReminder: (market: Market) => number;
}

/** Reads the rules from the settings and their versions. */
export const clubRuleReader = (settings: Pick<Settings, 'current' | 'at' | 'versions' | 'start'>): ClubRuleReader => ({
  clubRules: (market, at) => (at ? settings.at(at) : settings.current()).read(CLUBS, market),
  longestReminder: (market) =>
    settings
      .versions(CLUBS.id, market)
      .map(({ effectiveFrom }) => settings.at(effectiveFrom).read(CLUBS, market).remindDays)
      .reduce((longest, days) => Math.max(longest, days), CLUBS.defaults(market, settings.start).remindDays),
});

/** Returns the days between reminder and charge of a membership: what the member agreed to when joining, or today's if that is longer. */
export function remindDaysOf(
  { clubRules }: Pick<ClubRuleReader, 'clubRules'>,
  { market, joinedAt }: Pick<Membership, 'market' | 'joinedAt'>,
): number {
  const { remindDays } = clubRules(market);
  return joinedAt === null ? remindDays : Math.max(remindDays, clubRules(market, joinedAt).remindDays);
}

/** Returns the rules of retries that began on an ISO day, so that a change does not shorten what was announced to a member. */
export const retryRules = ({ clubRules }: Pick<ClubRuleReader, 'clubRules'>, market: Market, first: string): ClubRules =>
  clubRules(market, instantIn(market, `${first}T23:59`) ?? undefined);
