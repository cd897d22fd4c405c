/** Formats how often notifications are sent at most, and when none are. */
import { pushMessages } from '../messages.ts';
import type { QuietHours } from './quiet-hours.ts';

export interface NotificationLimits {
  readonly quiet: QuietHours | null;
  /** Hours between two notifications; 0 for no limit. */
  readonly hoursBetween: number;
}

const formatHour = (hour: number): string =>
  hour % 24 === 0 ? pushMessages.midnight : hour === 12 ? pushMessages.midday : hour < 12 ? `${hour} am` : `${hour - 12} pm`;

/** Returns a sentence such as `At most one a day, none between 9 pm and 8 am.`, or an empty text without a limit. */
export function formatNotificationLimits({ quiet, hoursBetween }: NotificationLimits): string {
  const often =
    hoursBetween === 0 ? '' : hoursBetween >= 20 && hoursBetween <= 24 ? pushMessages.oncePerDay : pushMessages.oncePer(hoursBetween);
  const when = quiet === null || quiet.from % 24 === quiet.to % 24 ? '' : pushMessages.quiet(formatHour(quiet.from), formatHour(quiet.to));
  const text = [often, when].filter((each) => each !== '').join(', ');
  return text === '' ? '' : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
