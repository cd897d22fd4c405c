/** The calls of the shop as a table: contract → handlers. Everything that is served under /api stands here. */

import { cartCalls } from '../../cart/contract.ts';
import { cartHandlers } from '../../cart/server/handlers.ts';
import { catalogueCalls } from '../../catalogue/contract.ts';
import { catalogueHandlers } from '../../catalogue/server/handlers.ts';
import { checkoutCalls } from '../../checkout/contract.ts';
import { checkoutHandlers } from '../../checkout/server/handlers.ts';
import { mailboxCalls } from '../../mailbox/contract.ts';
import { mailboxHandlers } from '../../mailbox/server/handlers.ts';
import { type BoundCall, bind } from '../../platform/server/http/register-calls.ts';
import { gatewayCalls } from '../../sandbox-gateway/contract.ts';
import { gatewayHandlers } from '../../sandbox-gateway/server/handlers.ts';
import type { Shop } from './services.ts';

export const endpoints = (shop: Shop): BoundCall[] => [
  ...bind(catalogueCalls, catalogueHandlers(shop.offers)),
  ...bind(cartCalls, cartHandlers(shop.database, shop.auth)),
  ...bind(checkoutCalls, checkoutHandlers(shop.books, shop.auth, shop.localities)),
  ...bind(gatewayCalls, gatewayHandlers(shop.gateway)),
  ...bind(mailboxCalls, mailboxHandlers(shop.database, shop.config)),
];
