/** Analytics settings of a page, the same for every shopper of a site. */
export interface AnalyticsConfig {
  /** True if events are sent in this market before the shopper chose. */
  readonly sendsBeforeChoice: boolean;
  /** Names of other services that receive the data. */
  readonly sharedWith: readonly string[];
  /** Public key of the shop's own collector. */
  readonly writeKey: string;
  /** Customer-data service that replaces the shop's collector. */
  readonly service: { readonly writeKey: string; readonly host: string } | null;
  /** Account of the marketing tracker. Null loads no tracker; page views are still pushed to its queue [ANA-4]. */
  readonly tracker: { readonly portal: string; readonly host: string } | null;
  /** Search that receives insights. `index` is the market's own, for events without a search. */
  readonly insights: { readonly url: string; readonly applicationId: string; readonly key: string; readonly index: string };
}
