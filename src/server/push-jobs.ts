/** Notifications that the shop sends by itself; OneSignal, where it is configured, sends its own by the tags. */

import { parseQuietHours } from '#domains/outbound/push/model/quiet-hours.ts';
import { oneSignal, type PushVendor } from '#domains/outbound/push/server/onesignal.ts';
import { planCartReminders, planPriceDrops } from '#domains/outbound/push/server/plan-messages.ts';
import { sendPush } from '#domains/outbound/push/server/send-messages.ts';
import { purgePush } from '#domains/outbound/push/server/subscriptions.ts';
import type { Config } from '#lib/server/config.ts';
import type { ExternalOrigins } from './content-security.ts';
import type { AppServices } from './create-services.ts';
import type { ScheduledJob } from './scheduler.ts';

/** Who holds the tags of shoppers, where it is not the shop. */
export const oneSignalOf = ({ ONESIGNAL_APP_ID: appId, ONESIGNAL_API_KEY: key, ONESIGNAL_API_URL: url }: Config): PushVendor | null =>
  appId && key ? oneSignal({ url, appId, key }) : null;

/** What pages talk to, with OneSignal where it notifies shoppers. */
export const withOneSignal = ({ ONESIGNAL_APP_ID: appId }: Config, { connect, script }: ExternalOrigins): ExternalOrigins =>
  appId === undefined
    ? { connect, script }
    : {
        connect: [...connect, 'https://api.onesignal.com', 'https://onesignal.com'],
        script: [...script, 'https://cdn.onesignal.com', 'https://api.onesignal.com'],
      };

async function sendRound({ database, config }: AppServices): Promise<void> {
  await sendPush(database, {
    quiet: parseQuietHours(config.PUSH_QUIET_HOURS) ?? {},
    hoursBetween: config.PUSH_MIN_INTERVAL_HOURS,
    contact: `mailto:${config.CONTACT_EMAIL}`,
    now: new Date(),
  });
}

export const PUSH_JOBS: readonly ScheduledJob[] = [
  {
    name: 'find carts that were left',
    everySeconds: 60,
    run: ({ database, config }) => planCartReminders(database, config.ABANDONED_CART_DELAY_MINUTES),
  },
  { name: 'find favourites that cost less', everySeconds: 60, run: ({ database }) => planPriceDrops(database) },
  { name: 'send notifications', everySeconds: 15, run: sendRound },
  { name: 'forget old notifications', everySeconds: 3_600, run: ({ database }) => purgePush(database) },
];
