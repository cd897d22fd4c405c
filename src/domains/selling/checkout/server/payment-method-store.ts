/**
 * What the checkout asks of the account, which stands above it: a customer's addresses and stored cards. The account's own
 * functions are handed in when the shop is opened.
 */

import type { Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { SavedAddress, SavedCard } from '../contract.ts';
import type { TokenizedCard } from '../model/payment-port.ts';

/** Whose, and in which market. */
export interface CustomerScope {
  readonly customerId: number;
  readonly market: Market;
}

export interface PaymentMethodStore {
  /** The default first. */
  addresses(db: Queryable, owner: CustomerScope): Promise<readonly SavedAddress[]>;
  /** The default first. */
  cards(db: Queryable, owner: CustomerScope): Promise<readonly SavedCard[]>;
  /** What the gateway calls a card; null where the customer has no such card. */
  gatewayToken(db: Queryable, owner: CustomerScope, cardId: string): Promise<string | null>;
  /** Keep a card from being removed until the transaction ends. */
  holdCard(transaction: Transaction, owner: CustomerScope, cardId: string): Promise<unknown>;
  /** Keep a card that the gateway keeps; one that is known already is not kept twice. Gives its id. */
  keep(transaction: Transaction, owner: CustomerScope, card: TokenizedCard): Promise<string>;
}
