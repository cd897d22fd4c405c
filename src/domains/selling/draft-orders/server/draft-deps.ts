/** What draft orders need of the rest of the shop. */
import type { CheckoutDeps } from '#domains/selling/checkout/server/checkout-deps.ts';
import type { LocalityTables } from '#domains/selling/shipping/model/localities.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { SellingTerms } from '#markets/definition.ts';
import type { Market } from '#markets/market.ts';
import type { Site } from '#markets/sites.ts';

/** Payload of the email with the payment link. */
export interface DraftLinkMail {
  readonly draftId: string;
  /** Number of the link. An email about an older one is not sent. */
  readonly link: number;
}

export interface DraftDeps {
  readonly database: Database;
  readonly checkout: CheckoutDeps;
  readonly localities: LocalityTables;
  readonly termsOf: (market: Market) => SellingTerms;
  /** Returns the site of the shop that sells in a market. */
  readonly siteOf: (market: Market) => Site;
  /** Origin of that site, for the pages of the gateway. */
  readonly originOf: (market: Market) => string;
  /** Brings the list in which wines are found up to date. */
  readonly followWines: () => Promise<unknown>;
  readonly secretOf: () => Promise<string>;
  readonly queueLink: (transaction: Transaction, mail: DraftLinkMail) => Promise<void>;
}

/** The request of a member of staff as the storefront's cart takes it: in the draft's market, at its terms. */
export const shopContext = (deps: DraftDeps, context: CallContext, market: Market): CallContext => ({
  ...context,
  site: deps.siteOf(market),
  terms: deps.termsOf(market),
  outdatedTerms: null,
  idempotencyKey: null,
  ifMatch: null,
});

/** A database whose transactions are parts of one that is open, so that the storefront's use cases run together with it. */
export const within = (database: Database, transaction: Transaction): Database => ({
  ...database,
  ...{ queryMany: transaction.queryMany, queryOne: transaction.queryOne, execute: transaction.execute },
  transaction: (work) => work(transaction),
});
