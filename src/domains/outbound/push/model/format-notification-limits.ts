/** What a shopper is promised of notifications: how often at most, and when not. */
import type { QuietHours } from './quiet-hours.ts';

export interface NotificationLimits {
  readonly quiet: QuietHours | null;
  /** Hours between two; 0 is no limit. */
  readonly hoursBetween: number;
}

const clock = (hour: number): string =>
  hour % 24 === 0 ? 'midnight' : hour === 12 ? 'midday' : hour < 12 ? `${hour} am` : `${hour - 12} pm`;

/** A sentence, `One a day at most, none from 9 pm to 8 am.`; empty where there is no limit. */
export function formatNotificationLimits({ quiet, hoursBetween }: NotificationLimits): string {
  const often =
    hoursBetween === 0 ? '' : hoursBetween >= 20 && hoursBetween <= 24 ? 'one a day at most' : `one in ${hoursBetween} hours at most`;
  const when = quiet === null || quiet.from % 24 === quiet.to % 24 ? '' : `none from ${clock(quiet.from)} to ${clock(quiet.to)}`;
  const words = [often, when].filter((each) => each !== '').join(', ');
  return words === '' ? '' : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}
