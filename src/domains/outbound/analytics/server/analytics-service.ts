/** The customer-data service of the configuration. */
import type { Config } from '#lib/server/config.ts';
import type { AnalyticsConfig } from '../model/analytics-config.ts';

type ServiceConfig = Pick<Config, 'SEGMENT_WRITE_KEY' | 'SEGMENT_MODE' | 'SEGMENT_URL'>;

type TrackerConfig = Pick<Config, 'HUBSPOT_PORTAL_ID' | 'HUBSPOT_TRACKER_URL'>;

/** Origins that the tracker loads from and sends to. */
const TRACKER_ORIGINS = ['https://*.hs-analytics.net', 'https://*.hs-banner.com', 'https://*.hubspot.com'];

/** The tracker of pages, or null. */
export const trackerOf = ({ HUBSPOT_PORTAL_ID, HUBSPOT_TRACKER_URL }: TrackerConfig): AnalyticsConfig['tracker'] =>
  HUBSPOT_PORTAL_ID ? { portal: HUBSPOT_PORTAL_ID, host: HUBSPOT_TRACKER_URL } : null;

/** URL that browsers send to instead of the shop's collector, or null. */
export const analyticsService = ({ SEGMENT_WRITE_KEY, SEGMENT_MODE, SEGMENT_URL }: ServiceConfig): AnalyticsConfig['service'] =>
  SEGMENT_WRITE_KEY && SEGMENT_MODE === 'client' ? { writeKey: SEGMENT_WRITE_KEY, host: SEGMENT_URL } : null;

/** URL that the collector forwards events to, or null. */
export const forwardsTo = ({ SEGMENT_WRITE_KEY, SEGMENT_MODE, SEGMENT_URL }: ServiceConfig): AnalyticsConfig['service'] =>
  SEGMENT_WRITE_KEY && SEGMENT_MODE === 'server' ? { writeKey: SEGMENT_WRITE_KEY, host: SEGMENT_URL } : null;

/** Origins that pages must be allowed to connect to for analytics. */
export function analyticsOrigins(config: ServiceConfig & TrackerConfig): { connect: string[]; script: string[] } {
  const service = analyticsService(config);
  const tracker = config.HUBSPOT_PORTAL_ID ? [config.HUBSPOT_TRACKER_URL, ...TRACKER_ORIGINS] : [];
  return { connect: [...(service ? [service.host] : []), ...tracker], script: tracker };
}

/** Names of services that receive the data, for the notice. */
export const sharedWith = (config: ServiceConfig & TrackerConfig, hasHostedInsights: boolean): string[] => [
  ...(config.SEGMENT_WRITE_KEY ? ['Segment'] : []),
  ...(config.HUBSPOT_PORTAL_ID ? ['HubSpot'] : []),
  ...(hasHostedInsights ? ['Algolia'] : []),
];
