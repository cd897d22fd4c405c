/** Where a page's events go, as the server's configuration says; the same for every shopper of a site. */
export interface AnalyticsConfig {
  /** Whether events leave a browser of this market before its shopper chose. */
  readonly sendsBeforeChoice: boolean;
  /** Services beside the shop that receive what is collected, by name. */
  readonly sharedWith: readonly string[];
  /** Public key of the shop's own collector. */
  readonly writeKey: string;
  /** The customer-data service that browsers send to in place of the collector. */
  readonly service: { readonly writeKey: string; readonly host: string } | null;
  /** Account at the marketing tracker; null loads no tracker, page views are still pushed for one that is there. */
  readonly tracker: { readonly portal: string; readonly host: string } | null;
  /** The search that is told of its hits; `index` is the market's own, of what no search led to. */
  readonly insights: { readonly url: string; readonly applicationId: string; readonly key: string; readonly index: string };
}
