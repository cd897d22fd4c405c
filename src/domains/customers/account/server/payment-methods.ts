/** Implements the checkout's port for addresses and stored cards, because the checkout is a lower layer. */
import type { PaymentMethodStore } from '#domains/selling/checkout/server/checkout-deps.ts';
import { addressesOf } from './address.repository.ts';
import { gatewayTokenOf, instrumentsOf, lockInstrument, saveInstrument } from './instrument.repository.ts';

export const accountPaymentMethods: PaymentMethodStore = {
  addresses: addressesOf,
  cards: (db, owner) => instrumentsOf(db, owner),
  gatewayToken: gatewayTokenOf,
  lockCard: (transaction, owner, cardId) => lockInstrument(transaction, owner, cardId),
  saveCard: saveInstrument,
};
