/** Stores a buyer's photo until its claim is sent. One photo is converted at a time, so that the shop stays fast. */
import { PictureError } from '#domains/catalogue/server/pictures/read-picture.ts';
import { lockPlaced } from '#domains/selling/orders/server/order-deps.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { MAX_PHOTOS_PER_ORDER } from '../model/claim.ts';
import { type ClaimedOrder, countPhotos, insertPhoto } from './claim.repository.ts';
import { readPhoto } from './read-photo.ts';

/** Uploads that a process takes at once. The others are asked to come again. */
const MAX_WAITING = 4;

export interface PhotoUploads {
  /** Takes a place in the queue. @returns frees it; null if the queue is full */
  enter(): (() => void) | null;
  /** Converts a photo and saves it. */
  add(order: ClaimedOrder, bytes: Buffer): ReturnType<typeof addPhoto>;
}

async function addPhoto(database: Database, order: ClaimedOrder, file: Buffer) {
  if ((await countPhotos(database, order.id)) >= MAX_PHOTOS_PER_ORDER) return fail('too_many_photos');
  let bytes: Buffer;
  try {
    bytes = await readPhoto(file);
  } catch (error) {
    if (error instanceof PictureError) return fail('photo_refused', { reason: error.message });
    throw error;
  }
  return database.transaction(async (transaction) => {
    await lockPlaced(transaction, order.id);
    if ((await countPhotos(transaction, order.id)) >= MAX_PHOTOS_PER_ORDER) return fail('too_many_photos');
    return ok({ id: await insertPhoto(transaction, order.id, bytes) });
  });
}

/** Creates the queue of a process. */
export function createPhotoUploads(database: Database): PhotoUploads {
  let places = MAX_WAITING;
  let last: Promise<unknown> = Promise.resolve();
  return {
    enter() {
      if (places === 0) return null;
      places -= 1;
      let isFree = false;
      return () => {
        if (!isFree) places += 1;
        isFree = true;
      };
    },
    add(order, bytes) {
      const added = last.then(() => addPhoto(database, order, bytes));
      last = added.catch(() => undefined);
      return added;
    },
  };
}
