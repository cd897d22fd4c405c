/** What the server hands to a page's loaders; nothing else reaches them. */

import type { BrandTexts } from '#domains/content/model/brand.ts';
import type { LoginConfig } from '#domains/customers/identity/model/login-config.ts';
import type { HostedSearchConfig } from '#domains/discovery/search/model/hosted-search.ts';
import type { AnalyticsConfig } from '#domains/outbound/analytics/model/analytics-config.ts';
import type { NotificationLimits } from '#domains/outbound/push/model/format-notification-limits.ts';
import type { Transport } from '#lib/client.ts';
import type { Site } from '#markets/sites.ts';
import type { DeliveryTexts, FrameLinks } from './navigation.ts';

/** Texts of the brand that every page may need. */
export type FrameBrand = Pick<BrandTexts, 'about' | 'acknowledgement' | 'promise' | 'listLede' | 'landingLede' | 'storyHeading'>;

/** What the home page says: the record's texts, or neutral ones. */
export interface HomeTexts {
  readonly heading: string;
  readonly lede: string;
  readonly pageTitle: string;
  readonly description: string;
  readonly newest: NonNullable<BrandTexts['newest']>;
  /** How it leads to the market's other shop. */
  readonly other: NonNullable<BrandTexts['entrance']>;
}

export interface SiteLink {
  readonly id: string;
  readonly market: Site['market'];
  readonly kind: Site['kind'];
  readonly origin: string;
}

/** Configured words and links of the frame around every page. */
export interface Frame {
  /** Stands above every page: that the shop is a demonstration; null where it is not. */
  readonly notice: string | null;
  readonly supportPhone: string;
  readonly licence: string;
  /** What the shop says about itself on more pages than one; empty texts are left out. */
  readonly brand: FrameBrand;
  readonly login: LoginConfig;
  readonly sites: readonly SiteLink[];
  /** Where browsers search in place of the shop's own index; null where they do not. */
  readonly search: HostedSearchConfig | null;
  /** Application of OneSignal; null where the shop sends its notifications by itself. */
  readonly oneSignalAppId: string | null;
  /** How often and when the shop notifies; null where OneSignal does. */
  readonly notes: NotificationLimits | null;
  /** Whether who saw a fault is asked what they were doing. */
  readonly asksAboutErrors: boolean;
  readonly links: FrameLinks;
  readonly delivery: DeliveryTexts;
  /** Pages of other sites that redirects lead to; null shows our own. */
  readonly analytics: AnalyticsConfig;
  readonly outside: { readonly whiskyEvent: string | null };
}

export interface PageContext {
  readonly site: Site;
  /** `https://shop.example`, for canonical addresses. */
  readonly origin: string;
  /** Calls the shop's own endpoints directly, as a guest of the site. */
  readonly transport: Transport;
  readonly frame: Frame;
  readonly home: HomeTexts;
  /** Whether pages of development are served. */
  readonly withDevPages: boolean;
  /** Is told what a page failed of. */
  readonly onError: (error: unknown) => void;
}
