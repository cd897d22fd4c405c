/**
 * What the checkout asks of the account, which stands above it: a customer's addresses and stored cards. The account's own
 * functions are handed in when the shop is opened.
 */
import type { Market } from '../../market/market.ts';
import type { Queries, Transaction } from '../../platform/server/database/pool.ts';
import type { SavedAddress, SavedCard } from '../contract.ts';
import type { KeptCard } from '../payment-port.ts';

/** Whose, and in which market. */
export interface WalletOwner {
  readonly customerId: number;
  readonly market: Market;
}

export interface CustomerWallet {
  /** The default first. */
  addresses(queries: Queries, owner: WalletOwner): Promise<readonly SavedAddress[]>;
  /** The default first. */
  cards(queries: Queries, owner: WalletOwner): Promise<readonly SavedCard[]>;
  /** What the gateway calls a card; null where the customer has no such card. */
  gatewayToken(queries: Queries, owner: WalletOwner, cardId: string): Promise<string | null>;
  /** Keep a card from being removed until the transaction ends. */
  holdCard(transaction: Transaction, owner: WalletOwner, cardId: string): Promise<unknown>;
  /** Keep a card that the gateway keeps; one that is known already is not kept twice. Gives its id. */
  keep(transaction: Transaction, owner: WalletOwner, card: KeptCard): Promise<string>;
}
