/** The pictures that settings show. */
import type { Transaction } from '#lib/db/pool.ts';
import { photoOf } from '#lib/photo-path.ts';
import { pictureFields, type SettingGroup } from '../model/setting-group.ts';
import { lockKnownPictures } from './setting.repository.ts';

/** A field of a setting whose picture is not in the library. */
export interface MissingPicture {
  readonly field: string;
  /** Id of the picture. */
  readonly picture: string;
}

/** Returns the first field whose picture is not in the library, null if all are. They stay there until the end of the transaction. */
export async function missingPicture(
  transaction: Transaction,
  group: SettingGroup,
  value: Readonly<Record<string, unknown>>,
): Promise<MissingPicture | null> {
  const chosen = pictureFields(group).flatMap((field) => {
    const path = value[field];
    const picture = typeof path === 'string' ? photoOf(path) : null;
    return picture ? [{ field, picture: picture.id }] : [];
  });
  if (chosen.length === 0) return null;
  const known = await lockKnownPictures(
    transaction,
    chosen.map(({ picture }) => picture),
  );
  return chosen.find(({ picture }) => !known.has(picture)) ?? null;
}
