/** Handlers of the cart's endpoints. */
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { claimIdempotencyKey, keyScope } from '#lib/db/idempotency.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import type { Cart, cartContract } from '../contract.ts';
import { addCoupon, removeCoupon } from './add-coupon.ts';
import { addItem, createCart } from './add-item.ts';
import { deleteCart, setEmail } from './cart.repository.ts';
import { inventoryLevels, purchaseLimit } from './inventory.repository.ts';
import { mergeCarts } from './merge-carts.ts';
import { type Changed, lockCart, mutateCart, rejectOthers, showCart } from './mutate-cart.ts';
import { removeItem, updateItem } from './update-item.ts';

/** Returns the cart, or `cart_not_found` if there is none [CART-65]. */
const orNotFound = <F extends Failure = never>(cart: Cart | F | null) =>
  cart instanceof Failure ? cart : cart ? ok({ data: cart }) : fail('cart_not_found');
/** Returns the cart, or an empty response if the cart became empty [CART-31]. */
const orEmpty = <F extends Failure = never>(cart: Cart | F | null) => (cart instanceof Failure ? cart : ok(cart && { data: cart }));

export function cartHandlers(database: Database, auth: Authentication): Handlers<typeof cartContract> {
  return {
    addItem: async ({ customerId, ...input }, context) =>
      orNotFound(await addItem(database, context, await auth.claimed(context, customerId), input)),
    create: async ({ customerId, ...input }, context) =>
      orNotFound(await createCart(database, context, await auth.claimed(context, customerId), input)),

    async initialize({ cartId, customerId }, context) {
      const cart = await showCart(database, context, await auth.claimed(context, customerId), cartId);
      return cart ? ok({ data: cart }) : fail('cart_not_found');
    },

    removeItem: async (input, context) => orEmpty(await removeItem(database, context, await auth.shopper(context), input)),
    updateItem: async (input, context) => orEmpty(await updateItem(database, context, await auth.shopper(context), input)),
    addCoupon: async (input, context) => orNotFound(await addCoupon(database, context, await auth.shopper(context), input)),
    removeCoupon: async (input, context) => orEmpty(await removeCoupon(database, context, await auth.shopper(context), input)),

    async merge({ cartIds, cartId }, context) {
      const merged = await mergeCarts(database, context, await auth.shopper(context), { cartIds, cartId: cartId ?? null });
      return merged instanceof Failure ? merged : ok(merged);
    },

    async updateGuestEmail({ cartId, email }, context) {
      const shopper = await auth.shopper(context);
      const mutation = { context, shopper, call: 'update-guest-cart-email', input: { cartId, email }, cartId };
      const cart = await mutateCart(database, mutation, async (transaction, { row }): Promise<Changed> => {
        setEmail(transaction, row.id, email);
        return { email };
      });
      return orNotFound(cart);
    },

    async destroy({ cartId }, context) {
      const shopper = await auth.shopper(context);
      const { market } = context.site;
      const rejected = await database.transaction(async (transaction) => {
        const scope = keyScope('destroy-cart', shopper.customerId, cartId);
        if (await claimIdempotencyKey(transaction, { scope, key: context.idempotencyKey, input: { cartId } }, { cartId })) return null;
        const found = await lockCart(transaction, { market, shopper, cartId });
        if (!found) return fail('cart_not_found');
        const foreign = rejectOthers(found.row, shopper);
        if (foreign) return foreign;
        if (context.ifMatch !== null && context.ifMatch !== found.row.version - 1) return fail('version_changed');
        deleteCart(transaction, found.row.id);
        return null;
      });
      return rejected ?? ok({ data: null });
    },

    async check({ cartId }, context) {
      const cart = await showCart(database, context, await auth.shopper(context), cartId);
      return cart ? ok({ data: { id: cart.id, cartQuantity: cart.cartQuantity } }) : fail('cart_not_found');
    },

    async inventoryLevels({ ids }, context) {
      return ok(await inventoryLevels(database, context.site.market, ids.split(',').map(Number), await auth.shopper(context)));
    },

    async productDetails({ id }, context) {
      const maximum = await purchaseLimit(database, context.site.market, id, await auth.shopper(context));
      return maximum === null ? fail('product_not_found') : ok({ data: { order_quantity_maximum: maximum } });
    },
  };
}
