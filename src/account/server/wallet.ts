/** The account's addresses and cards, as the checkout below it asks for them. */
import type { PaymentMethodStore } from '../../checkout/server/customer-wallet.ts';
import { addressesOf } from './addresses.ts';
import { gatewayTokenOf, lockInstrument, instrumentsOf, saveInstrument } from './instruments.ts';

export const ACCOUNT_WALLET: PaymentMethodStore = {
  addresses: addressesOf,
  cards: (db, owner) => instrumentsOf(db, owner),
  gatewayToken: gatewayTokenOf,
  holdCard: (transaction, owner, cardId) => lockInstrument(transaction, owner, cardId),
  keep: saveInstrument,
};
