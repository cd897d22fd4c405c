/** The account's addresses and cards, as the checkout below it asks for them. */
import type { PaymentMethodStore } from '#domains/selling/checkout/server/payment-method-store.ts';
import { addressesOf } from './addresses.ts';
import { gatewayTokenOf, instrumentsOf, lockInstrument, saveInstrument } from './instruments.ts';

export const ACCOUNT_WALLET: PaymentMethodStore = {
  addresses: addressesOf,
  cards: (db, owner) => instrumentsOf(db, owner),
  gatewayToken: gatewayTokenOf,
  holdCard: (transaction, owner, cardId) => lockInstrument(transaction, owner, cardId),
  keep: saveInstrument,
};
