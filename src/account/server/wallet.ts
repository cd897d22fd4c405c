/** The account's addresses and cards, as the checkout below it asks for them. */
import type { CustomerWallet } from '../../checkout/server/customer-wallet.ts';
import { addressesOf } from './addresses.ts';
import { gatewayTokenOf, holdInstrument, instrumentsOf, keepInstrument } from './instruments.ts';

export const ACCOUNT_WALLET: CustomerWallet = {
  addresses: addressesOf,
  cards: (queries, owner) => instrumentsOf(queries, owner),
  gatewayToken: gatewayTokenOf,
  holdCard: (transaction, owner, cardId) => holdInstrument(transaction, owner, cardId),
  keep: keepInstrument,
};
