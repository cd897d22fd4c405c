/** The customer-data service as the configuration names it. */
import type { Config } from '../../platform/server/config.ts';
import type { AnalyticsFacts } from '../analytics-facts.ts';

type ServiceConfig = Pick<Config, 'SEGMENT_WRITE_KEY' | 'SEGMENT_VIA' | 'SEGMENT_URL'>;

/** Where browsers send in place of the shop's own collector; null where they do not. */
export const analyticsService = ({ SEGMENT_WRITE_KEY, SEGMENT_VIA, SEGMENT_URL }: ServiceConfig): AnalyticsFacts['service'] =>
  SEGMENT_WRITE_KEY && SEGMENT_VIA === 'browser' ? { writeKey: SEGMENT_WRITE_KEY, host: SEGMENT_URL } : null;

/** Where the collector forwards what it took; null where it does not. */
export const forwardsTo = ({ SEGMENT_WRITE_KEY, SEGMENT_VIA, SEGMENT_URL }: ServiceConfig): AnalyticsFacts['service'] =>
  SEGMENT_WRITE_KEY && SEGMENT_VIA === 'collector' ? { writeKey: SEGMENT_WRITE_KEY, host: SEGMENT_URL } : null;

/** Origins that pages must be allowed to talk to for their analytics. */
export function analyticsOrigins(config: ServiceConfig & Pick<Config, 'HUBSPOT_PORTAL_ID'>): { connect: string[]; script: string[] } {
  const service = analyticsService(config);
  const tracker = config.HUBSPOT_PORTAL_ID ? ['https://*.hs-scripts.com', 'https://*.hs-analytics.net', 'https://*.hubspot.com'] : [];
  return { connect: [...(service ? [service.host] : []), ...tracker], script: tracker };
}
