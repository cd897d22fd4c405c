/** OneSignal, which sends notifications in place of the shop if it is configured. */
import { oneSignal, type PushVendor } from '#domains/outbound/push/server/onesignal.ts';
import type { Config } from '#lib/server/config.ts';
import type { ExternalOrigins } from '#server/http/content-security.ts';

/** Returns the OneSignal client, or null if it is not configured. */
export const oneSignalOf = ({ ONESIGNAL_APP_ID: appId, ONESIGNAL_API_KEY: key, ONESIGNAL_API_URL: url }: Config): PushVendor | null =>
  appId && key ? oneSignal({ url, appId, key }) : null;

/** Adds OneSignal's origins to those that pages may use, if it is configured. */
export const withOneSignal = ({ ONESIGNAL_APP_ID: appId }: Config, { connect, script }: ExternalOrigins): ExternalOrigins =>
  appId === undefined
    ? { connect, script }
    : {
        connect: [...connect, 'https://api.onesignal.com', 'https://onesignal.com'],
        script: [...script, 'https://cdn.onesignal.com', 'https://api.onesignal.com'],
      };
