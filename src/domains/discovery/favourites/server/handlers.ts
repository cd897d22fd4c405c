/**
 * Handlers of favourites. A body with `sku_code` saves an offer [FAV-3], a body with only `id` removes a favourite [FAV-4].
 * A customer's list needs that customer's token [FAV-6]; a guest's list needs only its id.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Shopper } from '#domains/customers/identity/model/shopper.ts';
import type { Authentication } from '#domains/customers/identity/server/authenticate.ts';
import { claimIdempotencyKey } from '#lib/db/idempotency.ts';
import type { Database } from '#lib/db/pool.ts';
import type { Handlers } from '#lib/http/register-endpoints.ts';
import type { CallContext } from '#lib/http/request-context.ts';
import { Failure, fail, ok } from '#lib/result.ts';
import type { favouriteContract } from '../contract.ts';
import { MAX_FAVOURITES } from '../messages.ts';
import {
  countFavourites,
  customerIdOf,
  dropFavourite,
  type FavouriteList,
  type FindHit,
  favouriteOf,
  mergeFavourites,
  type Owner,
  ownerOfFavourite,
  readFavourites,
  saveFavourite,
  toFavourite,
  visibleOffer,
} from './favourite.repository.ts';

/** Maximum number of favourites per response. */
const PAGE = 100;

export function favouriteHandlers(database: Database, auth: Authentication, findHit: FindHit): Handlers<typeof favouriteContract> {
  /** Returns an error unless the shopper is the customer. @returns null for the customer */
  const rejectOthers = (customerId: number | null, shopper: Shopper, context: CallContext) => {
    if (context.bearer === null) return fail('token_missing');
    return customerId === null || shopper.customerId !== customerId ? fail('not_yours') : null;
  };

  /** Returns the list of a `user_id` if the caller may use it [FAV-5, FAV-6]. */
  const listOf = async (context: CallContext, shopper: Shopper, userId: string) => {
    const { market } = context.site;
    const list = (owner: Owner): FavouriteList => ({ owner, market });
    const customerId = await customerIdOf(database, userId);
    // A guest's id is a UUID. Everything else is treated as a `sub`.
    if (customerId === null && z.uuid().safeParse(userId).success) return list({ customerId: null, guestId: userId });
    return rejectOthers(customerId, shopper, context) ?? list({ customerId: shopper.customerId, guestId: null });
  };

  const save = async (context: CallContext, shopper: Shopper, list: FavouriteList, offerId: string) => {
    const offer = await visibleOffer(database, list.market, shopper, offerId);
    if (!offer) return fail('offer_not_found');
    const saved = await database.transaction(async (transaction) => {
      const fresh = { id: randomUUID() };
      const scope = `favourite:${list.owner.customerId ?? list.owner.guestId}`;
      const first = await claimIdempotencyKey(transaction, { scope, key: context.idempotencyKey, input: { keep: offerId } }, fresh);
      // A repeated request returns the same response and does not restore what was removed since.
      if (first) return (await favouriteOf(transaction, list, offerId)) ?? { id: first.id, created_at: new Date() };
      const there = await favouriteOf(transaction, list, offerId);
      if (there) return there;
      if ((await countFavourites(transaction, list)) >= MAX_FAVOURITES) return fail('too_many_favourites');
      await saveFavourite(transaction, list, fresh.id, offerId);
      return (await favouriteOf(transaction, list, offerId)) ?? { ...fresh, created_at: new Date() };
    });
    return saved instanceof Failure ? saved : toFavourite(saved, offer, await findHit(list.market, shopper, offerId));
  };

  const remove = async (context: CallContext, shopper: Shopper, id: string, named: Owner | null) => {
    const owner = await ownerOfFavourite(database, id);
    const rejected = owner && owner.customerId !== null ? rejectOthers(owner.customerId, shopper, context) : null;
    if (rejected) return rejected;
    const isNamed = owner && named ? owner.customerId === named.customerId && owner.guestId === named.guestId : true;
    return database.transaction(async (transaction) => {
      const first = await claimIdempotencyKey(
        transaction,
        { scope: `favourite:${id}`, key: context.idempotencyKey, input: { remove: id } },
        { id },
      );
      if (first) return null;
      return !isNamed || (await dropFavourite(transaction, id)) === 0 ? fail('favourite_not_found') : null;
    });
  };

  return {
    async list({ user_id, lastEvaluatedKey }, context) {
      const shopper = await auth.shopper(context);
      const list = await listOf(context, shopper, user_id);
      if (list instanceof Failure) return list;
      const { items, next } = await readFavourites(database, list, shopper, { after: lastEvaluatedKey, limit: PAGE, findHit });
      return ok({ Items: items, Count: items.length, lastEvaluatedKey: next });
    },

    async change({ id, user_id, sku_code }, context) {
      const shopper = await auth.shopper(context);
      const list = user_id === undefined ? null : await listOf(context, shopper, user_id);
      if (list instanceof Failure) return list;
      if (list && sku_code !== undefined) {
        const favourite = await save(context, shopper, list, id);
        if (favourite instanceof Failure) return favourite;
        return ok({ data: { id: favourite.id, removed: false, favourite } });
      }
      const rejected = await remove(context, shopper, id, list?.owner ?? null);
      return rejected ?? ok({ data: { id, removed: true, favourite: null } });
    },

    async merge({ user_id }, context) {
      const { customerId } = await auth.customer(context);
      const named = await customerIdOf(database, user_id);
      if (named === customerId) return ok({ data: { merged: 0 } });
      if (named !== null) return fail('not_yours');
      const merged = await database.transaction((transaction) => mergeFavourites(transaction, user_id, customerId));
      return ok({ data: { merged } });
    },
  };
}
