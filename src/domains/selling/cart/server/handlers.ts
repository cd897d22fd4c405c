/** The cart's calls (SPEC.md §7). Each names its rule; locking, versions, keys and totals stand in change-cart.ts. */
import { randomUUID } from 'node:crypto';
import { isOnSale, isVisible, needsLogin } from '#domains/catalogue/model/audience.ts';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { saveCartId } from '#domains/customers/identity/server/metadata.ts';
import { type GiftDetails, isForSame } from '#domains/selling/gift-cards/model/gift-details.ts';
import { isGiftDay } from '#domains/selling/gift-cards/model/validate-gift.ts';
import { couponKey } from '#domains/selling/promotions/model/promotion.ts';
import { findByCode } from '#domains/selling/promotions/server/active-promotions.ts';
import { claimIdempotencyKey, keyScope, remember } from '#lib/db/idempotency.ts';
import type { Database, Transaction } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/define-contract.ts';
import { ApiError } from '#lib/http/api-error.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import type { Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import type { cartContract } from '../contract.ts';
import { formatStockLeft, limitValues } from '../messages.ts';
import { type CartLine, isGiftLine } from '../model/cart.ts';
import { limitRefusal } from '../model/purchase-limits.ts';
import { addedCoupon } from './add-coupon.ts';
import {
  cartOfCustomer,
  deleteCart,
  deleteLine,
  insertCart,
  insertLine,
  isStillAnonymous,
  lockCustomer,
  putGift,
  removedGift,
  setEmail,
  setQuantity,
} from './cart-repository.ts';
import { cartLines } from './cart-state.ts';
import { chosenGift } from './choose-gift.ts';
import { readHome } from './customer-home.ts';
import { inventoryLevels, purchaseLimit } from './inventory.ts';
import { mergeCarts } from './merge-carts.ts';
import { type Changed, commitCart, type LockedCart, lockCart, mutateCart, requireOwner, showCart, withRegion } from './mutate-cart.ts';
import type { SaleOffer } from './offer-cache.ts';
import { type FoundCart, type RequestedOffer, readLockedCart, toLine } from './read-cart.ts';

const offerIdOf = (offer: { offerId?: string | undefined; objectID?: string | undefined }): string | null =>
  offer.offerId ?? offer.objectID ?? null;

/** Whom a gift card is for: said with it, or as it was on a line that is put back. */
interface GiftInput {
  readonly gift?: GiftDetails;
  readonly giftOf?: string;
}
const wishOf = ({ gift, giftOf }: GiftInput): GiftInput => ({ ...(gift && { gift }), ...(giftOf !== undefined && { giftOf }) });

/** The offer, if this shopper may buy it here and now. @throws Refused `offer_not_eligible`, `offer_needs_login`, `sold_out` */
function buyable(wanted: SaleOffer | null, context: CallContext, shopper: Shopper): SaleOffer {
  if (!wanted || !isVisible(wanted, context.site.market, shopper)) throw new ApiError('offer_not_eligible');
  if (needsLogin(wanted, shopper)) throw new ApiError('offer_needs_login');
  if (!isOnSale(wanted, Date.now())) throw new ApiError('offer_not_eligible');
  if (wanted.level - wanted.reserved <= 0 || wanted.inventoryStatus === 'SOLD_OUT') throw new ApiError('sold_out');
  return wanted;
}

/** The one whom a gift card is for, as said now or, where it is put back, before. @throws Refused `gift_day` */
async function giftFor(
  transaction: Transaction,
  offer: SaleOffer,
  { gift, giftOf }: GiftInput,
  market: Market,
): Promise<GiftDetails | undefined> {
  if (!isGiftLine({ offer: offer.summary })) return undefined;
  const wanted = gift ?? (giftOf === undefined ? null : await removedGift(transaction, giftOf, offer.offerId));
  if (wanted && !isGiftDay(wanted.sendOn, todayIn(market, new Date()))) throw new ApiError('gift_day');
  return wanted ?? undefined;
}

/** Add one case of an offer to the lines (SPEC.md §5 "Add to cart"). @throws Refused `purchase_limit`, `sold_out` */
function addCase(transaction: Transaction, cart: LockedCart, offer: SaleOffer, gift: GiftDetails | undefined): readonly CartLine[] {
  const existing = cart.lines.find((line) => line.offerId === offer.offerId && isForSame(line.gift, gift));
  const id = existing?.id ?? randomUUID();
  const quantity = (existing?.quantity ?? 0) + 1;
  const refusal = limitRefusal(cart.lines, { ...offer, id, quantity, availableStock: offer.level - offer.reserved });
  if (refusal?.reason === 'purchase_limit') throw new ApiError('purchase_limit', limitValues(refusal.limit));
  if (refusal) throw new ApiError('sold_out');
  if (existing) {
    const line = { ...existing, quantity, ...(gift && { gift }) };
    setQuantity(transaction, id, quantity);
    if (gift) putGift(transaction, id, gift);
    return cart.lines.map((other) => (other === existing ? line : other));
  }
  const line = toLine({ ...offer, id, quantity, ...(gift && { gift }) }, true);
  insertLine(transaction, cart.row.id, line);
  return [...cart.lines, line];
}

function withoutLine(transaction: Transaction, { lines }: LockedCart, line: CartLine): Changed {
  deleteLine(transaction, line);
  return { lines: lines.filter((other) => other !== line) };
}

/** A customer has one cart in a market: creating another adds to it. Locked either way, and kept with the account in the same step. */
async function ownOrNewCart(
  transaction: Transaction,
  id: string,
  market: Market,
  shopper: Shopper,
  wanted: RequestedOffer,
): Promise<{ found: FoundCart | null; isNew: boolean }> {
  const { customerId } = shopper;
  if (customerId !== 0) {
    await lockCustomer(transaction, customerId, market);
    const own = await cartOfCustomer(transaction, customerId, market);
    const found = own === null ? null : await lockCart(transaction, { market, shopper, cartId: own, wanted });
    await saveCartId(transaction, { id: customerId, market }, found?.row.id ?? id);
    if (found) return { found, isNew: false };
  }
  insertCart(transaction, id, market, customerId);
  return { found: await readLockedCart(transaction, id, market, wanted), isNew: true };
}

/** Minutes that a guest's `create-cart` is replayed: guests are told apart by their address alone, which others may come to share. */
const GUEST_REPLAY_MINUTES = 10;

/** The lines with one more case of what was wanted. @throws Refused as its parts do */
async function withOneMore(
  transaction: Transaction,
  cart: LockedCart,
  context: CallContext,
  shopper: Shopper,
  wish: GiftInput,
): Promise<{ lines: readonly CartLine[] }> {
  const sale = buyable(cart.contents.wanted, context, shopper);
  return { lines: addCase(transaction, cart, sale, await giftFor(transaction, sale, wish, context.site.market)) };
}

export function cartHandlers(database: Database, auth: Authentication): Handlers<typeof cartContract> {
  return {
    async addItem({ offer, cartId, productId, customerId, ...given }, context) {
      const shopper = await auth.claimed(context, customerId);
      const wanted = { offerId: offerIdOf(offer), productId };
      const cart = await mutateCart(
        database,
        { context, shopper, call: 'add-cart-item', input: { ...wanted, cartId, ...wishOf(given) }, cartId, wanted },
        (transaction, locked) => withOneMore(transaction, locked, context, shopper, given),
      );
      return cart ? ok({ data: cart }) : fail('cart_not_found');
    },

    async create({ offer, productId, customerId, ...given }, context) {
      const shopper = await auth.claimed(context, customerId);
      const wanted = { offerId: offerIdOf(offer), productId };
      const made = randomUUID();
      const { market } = context.site;
      const once = {
        scope: keyScope('create-cart', shopper.customerId, context.ip),
        key: context.idempotencyKey,
        input: { market, ...wanted, ...wishOf(given) },
        ...(shopper.customerId === 0 && { replayMinutes: GUEST_REPLAY_MINUTES }),
      };
      const cart = await database.transaction(async (transaction) => {
        const replay = await claimIdempotencyKey(transaction, once, { cartId: made });
        if (replay && (shopper.customerId !== 0 || (await isStillAnonymous(transaction, replay.cartId))))
          return showCart(transaction, context, shopper, replay.cartId);
        if (replay) await remember(transaction, once, { cartId: made });
        const [home, { found, isNew }] = await Promise.all([
          readHome(transaction, shopper, market),
          ownOrNewCart(transaction, made, market, shopper, wanted),
        ]);
        if (!found) throw new Error('a cart was made or locked and is gone');
        const locked = { ...found, row: withRegion(found.row, home, shopper), lines: cartLines(found.contents, Date.now()), home };
        const changed = await withOneMore(transaction, locked, context, shopper, given);
        if (!isNew) await remember(transaction, once, { cartId: found.row.id });
        return commitCart(transaction, { context, shopper }, locked, changed);
      });
      return cart ? ok({ data: cart }) : fail('cart_not_found');
    },

    async initialize({ cartId, customerId }, context) {
      const shopper = await auth.claimed(context, customerId);
      const cart = await showCart(database, context, shopper, cartId);
      return cart ? ok({ data: cart }) : fail('cart_not_found');
    },

    async removeItem({ cartId, cartItemId }, context) {
      const shopper = await auth.shopper(context);
      const cart = await mutateCart(
        database,
        { context, shopper, call: 'remove-cart-item', input: { cartId, cartItemId }, cartId },
        async (transaction, locked) => {
          const line = locked.lines.find((other) => other.id === cartItemId);
          if (line) return withoutLine(transaction, locked, line);
          const reader = { market: context.site.market, shopper };
          return (await chosenGift(transaction, reader, locked, { cartId, cartItemId, isWanted: false })) ?? {};
        },
      );
      return ok(cart && { data: cart });
    },

    async updateItem({ cartId, cartItemId, productId, quantity }, context) {
      const shopper = await auth.shopper(context);
      const input = { cartId, cartItemId, productId, quantity };
      const cart = await mutateCart(
        database,
        { context, shopper, call: 'update-cart-item', input, cartId },
        async (transaction, locked) => {
          const { lines } = locked;
          const line = lines.find((candidate) => candidate.id === cartItemId && candidate.productId === productId);
          if (!line) {
            const reader = { market: context.site.market, shopper };
            const choice = { cartId, cartItemId, productId, isWanted: quantity > 0 };
            const changed = await chosenGift(transaction, reader, locked, choice);
            if (!changed) throw new ApiError('line_not_found');
            return changed;
          }
          if (quantity === 0) return withoutLine(transaction, locked, line);
          // Fewer than before is always welcome, even where stock has since run short.
          const refusal = quantity > line.quantity ? limitRefusal(lines, { ...line, quantity }) : null;
          if (refusal?.reason === 'purchase_limit') throw new ApiError('purchase_limit', limitValues(refusal.limit));
          if (refusal) throw new ApiError('not_enough_stock', { cases: formatStockLeft(refusal.left) });
          setQuantity(transaction, line.id, quantity);
          return { lines: lines.map((other) => (other === line ? { ...line, quantity } : other)) };
        },
      );
      return ok(cart && { data: cart });
    },

    async addCoupon({ cartId, couponCode }, context) {
      const shopper = await auth.shopper(context);
      const cart = await mutateCart(
        database,
        { context, shopper, call: 'add-coupon', input: { cartId, couponCode }, cartId },
        async (transaction, locked) => {
          const wantedCoupon = await findByCode(transaction, couponKey(couponCode));
          if (!wantedCoupon) throw new ApiError('coupon_invalid', { code: couponCode });
          return addedCoupon(transaction, { market: context.site.market, shopper }, locked, wantedCoupon, couponCode);
        },
      );
      return cart ? ok({ data: cart }) : fail('cart_not_found');
    },

    async removeCoupon({ cartId, couponCode }, context) {
      const shopper = await auth.shopper(context);
      const cart = await mutateCart(
        database,
        { context, shopper, call: 'remove-coupon', input: { cartId, couponCode }, cartId },
        (_, { contents }) => ({
          coupons: contents.coupons.filter((coupon) => couponKey(coupon.code ?? '') !== couponKey(couponCode)),
        }),
      );
      return ok(cart && { data: cart });
    },

    async merge({ cartIds, cartId }, context) {
      const merged = await mergeCarts(database, context, await auth.shopper(context), { cartIds, cartId: cartId ?? null });
      return ok(merged);
    },

    async updateGuestEmail({ cartId, email }, context) {
      const shopper = await auth.shopper(context);
      const cart = await mutateCart(
        database,
        { context, shopper, call: 'update-guest-cart-email', input: { cartId, email }, cartId },
        (transaction, { row }) => {
          setEmail(transaction, row.id, email);
          return { email };
        },
      );
      return cart ? ok({ data: cart }) : fail('cart_not_found');
    },

    async destroy({ cartId }, context) {
      const shopper = await auth.shopper(context);
      const { market } = context.site;
      const gone = await database.transaction(async (transaction) => {
        const scope = keyScope('destroy-cart', shopper.customerId, cartId);
        if (await claimIdempotencyKey(transaction, { scope, key: context.idempotencyKey, input: { cartId } }, { cartId })) return true;
        const found = await lockCart(transaction, { market, shopper, cartId });
        if (!found) throw new ApiError('cart_not_found');
        requireOwner(found.row, shopper);
        if (context.ifMatch !== null && context.ifMatch !== found.row.version - 1) throw new ApiError('version_changed');
        deleteCart(transaction, found.row.id);
        return true;
      });
      return gone ? ok({ data: null }) : fail('cart_not_found');
    },

    async check({ cartId }, context) {
      const cart = await showCart(database, context, await auth.shopper(context), cartId);
      return cart ? ok({ data: { id: cart.id, cartQuantity: cart.cartQuantity } }) : fail('cart_not_found');
    },

    async inventoryLevels({ ids }, context) {
      const shopper = await auth.shopper(context);
      return ok(await inventoryLevels(database, context.site.market, ids.split(',').map(Number), shopper));
    },

    async productDetails({ id }, context) {
      const maximum = await purchaseLimit(database, context.site.market, id, await auth.shopper(context));
      return maximum === null ? fail('product_not_found') : ok({ data: { order_quantity_maximum: maximum } });
    },
  };
}
