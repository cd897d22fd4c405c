/** Context that the server passes to the loaders of a page. */
import { createContext } from 'react-router';
import type { CategoryDisplay } from '#domains/catalogue/model/category-display.ts';
import type { BrandTexts } from '#domains/content/model/brand.ts';
import type { RedirectTarget } from '#domains/content/model/redirect.ts';
import type { LoginConfig } from '#domains/customers/identity/model/auth-user.ts';
import type { HostedSearchConfig } from '#domains/discovery/search/model/hosted-search.ts';
import type { AnalyticsConfig } from '#domains/outbound/analytics/model/analytics-config.ts';
import type { NotificationLimits } from '#domains/outbound/push/model/format-notification-limits.ts';
import type { Transport } from '#lib/client.ts';
import type { ShopIdentity } from '#lib/shop-identity.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Site } from '#markets/sites.ts';
import type { DeliveryTexts, NavigationLinks } from './navigation.ts';

/** Texts of the brand that every page may need. */
export type LayoutBrand = Pick<BrandTexts, 'about' | 'acknowledgement' | 'promise' | 'listLede' | 'landingLede' | 'storyHeading'>;

/** Texts of the home page: from its record, or neutral ones. */
export interface HomeTexts {
  readonly heading: string;
  readonly intro: string;
  readonly pageTitle: string;
  readonly description: string;
  readonly newest: NonNullable<BrandTexts['newest']>;
  /** Teaser for the market's other shop. */
  readonly other: NonNullable<BrandTexts['entrance']>;
}

/** A site of the shop with its canonical origin. */
export interface SiteLink {
  readonly id: string;
  readonly market: Site['market'];
  readonly kind: Site['kind'];
  readonly origin: string;
}

/** What the retailer has chosen in place of the shop's own name, logo and colours. */
export type SiteIdentity = ShopIdentity & {
  /** Path of the style sheet with the colours. */
  readonly theme?: string;
  /** Colour of the browser's bar. */
  readonly accent?: string;
};

/** Configured texts and links of the layout. */
export interface LayoutData {
  /** Notice above every page that the shop is a demonstration. Null if it is not. */
  readonly notice: string | null;
  /** Left out while the shop's own identity holds. */
  readonly identity?: SiteIdentity;
  /** Names and order of categories. Left out while they are those of the design. */
  readonly categories?: CategoryDisplay;
  readonly supportPhone: string;
  /** Left out if the retailer shows none. */
  readonly supportEmail?: string;
  readonly supportHours?: string;
  readonly licence: string;
  /** Brand texts of more than one page. Empty texts are left out. */
  readonly brand: LayoutBrand;
  readonly login: LoginConfig;
  readonly sites: readonly SiteLink[];
  /** Hosted search for browsers. Null if the shop's own index is used. */
  readonly search: HostedSearchConfig | null;
  /** Application id of OneSignal. Null if the shop sends notifications itself. */
  readonly oneSignalAppId: string | null;
  /** Limits of notifications. Null if OneSignal sends them. */
  readonly notificationLimits: NotificationLimits | null;
  /** True if visitors are asked to describe what they did before an error. */
  readonly asksAboutErrors: boolean;
  readonly links: NavigationLinks;
  /** Paths that the site has in every market, so that the market switcher stays on the page. */
  readonly sharedPaths: readonly string[];
  /** Patterns of pages that are not prefetched. */
  readonly unprefetched: readonly string[];
  readonly delivery: DeliveryTexts;
  /** Referral credit of the market, in dollars. */
  readonly referralCredit: number;
  /** What totals are calculated from. */
  readonly terms: SellingTerms;
  /** Revision of the settings that the page was made with. Calls send it, so that the server notices an outdated page. */
  readonly revision: string;
  readonly analytics: AnalyticsConfig;
  /** External pages that redirects lead to [CONT-33]. Null shows the shop's own page. */
  readonly externalPages: { readonly whiskyEvent: string | null };
}

/** Data and functions for the loaders of a page. */
export interface PageContext {
  readonly site: Site;
  /** `https://shop.example`, for canonical addresses. */
  readonly origin: string;
  /** Calls the shop's own endpoints directly, as a guest of the site. */
  readonly transport: Transport;
  readonly layout: LayoutData;
  readonly home: HomeTexts;
  /** Returns where the retailer leads a path that has no page. Null if it leads nowhere. */
  readonly redirectAt: (path: string) => RedirectTarget | null;
  /** True if development pages are served. */
  readonly withDevPages: boolean;
  /** Called with each error of a page. */
  readonly onError: (error: unknown) => void;
}

/** Router context with the data that the server passes to a page. */
export const pageContext = createContext<PageContext>();
