/** Pictures as office calls state them. */
import { photoPath } from '#domains/catalogue/model/photo.ts';
import type { OfficePicture, PictureRow, PictureUseRow } from '#domains/catalogue/picture-office-contract.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { audiencesFor } from '#markets/audiences.ts';
import { countUses, type LibraryRow, neighboursOf, readLibrary, type UseRow, usesOf } from './picture-library.repository.ts';

const THUMBNAIL_WIDTH = 320;
const PAGE_WIDTH = 1280;
const NAMED_USES = 3;
const MAX_USES = 200;

type StoredRow = Omit<LibraryRow, 'key'>;

const readerOf = ({ markets }: Pick<StaffActor, 'markets'>) => ({ audiences: audiencesFor(markets), markets });

/** Returns rows of pictures with what uses them. */
export async function viewPictures(db: Queryable, staff: Pick<StaffActor, 'markets'>, rows: readonly StoredRow[]): Promise<PictureRow[]> {
  const ids = rows.map(({ id }) => id);
  const reader = readerOf(staff);
  const [uses, counts] = await Promise.all([usesOf(db, ids, reader, NAMED_USES), countUses(db, ids, reader)]);
  const usesById = Map.groupBy(uses, ({ pictureId }) => pictureId);
  const countById = new Map(counts.map((count) => [count.id, count]));
  return rows.map((row) => ({
    id: row.id,
    width: row.width,
    height: row.height,
    src: photoPath(row, THUMBNAIL_WIDTH),
    name: row.name,
    alt: row.alt,
    bytes: row.bytes,
    addedAt: row.addedAt.toISOString(),
    addedBy: row.addedBy,
    version: row.version,
    wines: countById.get(row.id)?.wines ?? 0,
    pages: countById.get(row.id)?.pages ?? 0,
    usedBy: [...new Set((usesById.get(row.id) ?? []).map(({ title }) => title))],
  }));
}

const KINDS = ['wine', 'page', 'draft', 'setting'] as const;
const viewUse = ({ kind, id, title, position, alt }: UseRow): PictureUseRow => ({
  kind: KINDS.find((one) => one === kind) ?? 'wine',
  id,
  title,
  position,
  alt,
});

/** Returns a picture with where it is used. @returns null if there is none, or it was removed */
export async function viewPicture(db: Queryable, staff: Pick<StaffActor, 'markets'>, id: string): Promise<OfficePicture | null> {
  const [stored] = await readLibrary(db, [id]);
  if (!stored) return null;
  const reader = readerOf(staff);
  const [[row], uses, [count], neighbours] = await Promise.all([
    viewPictures(db, staff, [stored]),
    usesOf(db, [id], reader, MAX_USES),
    countUses(db, [id], reader),
    neighboursOf(db, id),
  ]);
  return row
    ? {
        ...row,
        page: photoPath(stored, PAGE_WIDTH),
        placeholder: stored.placeholder,
        uses: uses.map(viewUse),
        neighbours,
        hasOtherUses: (count?.others ?? 0) > 0,
      }
    : null;
}
