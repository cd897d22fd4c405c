/** Rules of the wine clubs of a market: reminders before a charge, and retries of cards and sold-out cases [CLUB-3, CLUB-5]. */
import { z } from 'zod';
import { field, type SettingIssue, settingGroup } from '../setting-group.ts';

const MAX_REMIND_DAYS = 30;
const MAX_RETRIES = 6;
const MAX_RETRY_DAYS = 60;

const retryDays = z.array(z.number().int().min(1).max(MAX_RETRY_DAYS)).max(MAX_RETRIES);

const schema = z.object({
  remindDays: field(z.number().int().min(1).max(MAX_REMIND_DAYS), {
    title: 'Reminder before a charge',
    description: 'Members agree to it when they join. Those who joined while it was longer keep the longer one.',
    unit: 'days',
  }),
  cardRetryDays: field(retryDays, {
    title: 'Retries of a declined card',
    description: 'Days after the first refusal. After the last one the membership is paused.',
    unit: 'days',
  }),
  stockRetryDays: field(retryDays, {
    title: 'Checks of a sold-out case',
    description: 'Days after it was first sold out. After the last one the delivery is left out and not charged.',
    unit: 'days',
  }),
});

export type ClubRules = z.output<typeof schema>;

const isAscending = (days: readonly number[]): boolean => days.every((day, index) => day > (days[index - 1] ?? 0));

const ascending = (name: keyof ClubRules, days: readonly number[]): SettingIssue[] =>
  isAscending(days) ? [] : [{ path: [name], message: 'must be in order, each day once' }];

export const CLUBS = settingGroup({
  id: 'clubs',
  area: 'selling',
  scope: 'market',
  title: 'Wine clubs',
  help: 'Reminders before a charge, and what happens after a refused card or a sold-out case. Prices and cases belong to each club.',
  schema,
  defaults: () => ({ remindDays: 5, cardRetryDays: [1, 3, 7], stockRetryDays: [2, 4, 7] }),
  check: ({ cardRetryDays, stockRetryDays }) => [
    ...ascending('cardRetryDays', cardRetryDays),
    ...ascending('stockRetryDays', stockRetryDays),
  ],
});
