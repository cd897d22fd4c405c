/** Dependencies of checkout that higher layers provide at start-up. */
import type { PaymentGateway, TokenizedCard } from '#domains/selling/payments/port/payment-port.ts';
import type { CollectionPlace } from '#domains/selling/shipping/model/collection.ts';
import type { DeliveryPlanner } from '#domains/selling/shipping/server/delivery-planner.ts';
import type { Database, Queryable, Transaction } from '#lib/db/pool.ts';
import type { Market } from '#markets/market.ts';
import type { SavedAddress, SavedCard } from '../contract.ts';
import type { Order, OrderDetails } from './order.repository.ts';

/** A customer in a market. */
export interface CustomerScope {
  readonly customerId: number;
  readonly market: Market;
}

/** Addresses and stored cards of the account. Lists have the default first. */
export interface PaymentMethodStore {
  addresses(db: Queryable, owner: CustomerScope): Promise<readonly SavedAddress[]>;
  cards(db: Queryable, owner: CustomerScope): Promise<readonly SavedCard[]>;
  /** Returns the gateway's token of a card, or null if the customer has no such card. */
  gatewayToken(db: Queryable, owner: CustomerScope, cardId: string): Promise<string | null>;
  /** Locks a card, so that it cannot be removed until the transaction ends. */
  lockCard(transaction: Transaction, owner: CustomerScope, cardId: string): Promise<unknown>;
  /** Saves a card that the gateway stores. A card that is saved already is not saved twice. @returns its id */
  saveCard(transaction: Transaction, owner: CustomerScope, card: TokenizedCard): Promise<string>;
}

/**
 * Runs in the transaction that places an order: queues the receipt and more. `order` is the draft, without its number; `savedCardId` is
 * the card that the payment saved.
 */
export type OrderPlacedHandler = (transaction: Transaction, order: Order, savedCardId: string | null) => Promise<void>;

/** A placed order to which wines are added. They are an order of their own, and both are sent together. */
export interface AddedTo {
  readonly orderId: string;
  readonly number: number;
  /** Where and when it is delivered. */
  readonly details: OrderDetails;
  /** Why nothing can be added any more. Null if it can. */
  readonly refusal: string | null;
}

export interface CheckoutDeps {
  readonly database: Database;
  readonly gateway: PaymentGateway;
  readonly paymentMethods: PaymentMethodStore;
  /** Returns the name of the shop in a market, for the page of the gateway and statements of cards. */
  readonly shopNameOf: (market: Market) => string;
  /** Returns the places where orders of a market may be collected now. Empty if that is not offered. */
  readonly placesOf: (market: Market) => readonly CollectionPlace[];
  readonly deliveryDays: DeliveryPlanner;
  /** Reads the order that the one of a checkout goes with. */
  readonly findAddedTo: (db: Queryable, orderId: string) => Promise<AddedTo | null>;
  readonly onPlaced: OrderPlacedHandler;
  /** Runs in the transaction that ends a draft whose card was declined: queues an e-mail to the buyer. */
  readonly onDeclined: (transaction: Transaction, order: Order) => Promise<void>;
}
