/** Adds an uploaded picture to the library. One picture is converted at a time, so that the shop stays fast. */
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { recordActivity } from '#domains/staff/server/activity.repository.ts';
import type { Database } from '#lib/db/pool.ts';
import { fail, ok } from '#lib/result.ts';
import { savePicture } from './picture.repository.ts';
import { noteUpload } from './picture-library.repository.ts';
import { convertPicture, PictureError } from './read-picture.ts';

/** Uploads that a process takes at once. The others are asked to come again. */
const MAX_WAITING = 4;

export interface PictureUploads {
  /** Takes a place in the queue. @returns frees it; null if the queue is full */
  enter(): (() => void) | null;
  /** Converts a file and saves it. */
  add(staff: StaffActor, name: string, bytes: Buffer): ReturnType<typeof addPicture>;
}

async function addPicture(database: Database, staff: StaffActor, name: string, bytes: Buffer) {
  let picture: Awaited<ReturnType<typeof convertPicture>>;
  try {
    picture = await convertPicture(bytes);
  } catch (error) {
    if (error instanceof PictureError) return fail('picture_refused', { reason: error.message });
    throw error;
  }
  const { id } = picture;
  return database.transaction(async (transaction) => {
    const { isNew } = await savePicture(transaction, picture);
    if (isNew) {
      await noteUpload(transaction, { id, name, bytes: bytes.length, by: staff.name });
      await recordActivity(transaction, staff, {
        action: 'picture.uploaded',
        subject: { kind: 'picture', id },
        after: { name, bytes: bytes.length, width: picture.width, height: picture.height },
      });
    }
    return ok({ id, isNew });
  });
}

/** Creates the queue of a process. */
export function createPictureUploads(database: Database): PictureUploads {
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
    add(staff, name, bytes) {
      const added = last.then(() => addPicture(database, staff, name, bytes));
      last = added.catch(() => undefined);
      return added;
    },
  };
}
