/** SQL of the mappings that staff saved. */
import { type Mapping, parseMapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { Queryable, Transaction } from '#lib/db/pool.ts';

interface MappingRow {
  readonly id: number;
  readonly supplier: string;
  readonly json: unknown;
  readonly headers: string[];
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

export interface StoredMapping extends Omit<MappingRow, 'json'> {
  readonly mapping: Mapping;
}

const COLUMNS = 'id, supplier, mapping as json, headers, version, updated_at as "updatedAt", updated_by as "updatedBy"';

/** A mapping that an earlier release saved and this one cannot read counts as missing. */
function toStored({ json, ...row }: MappingRow): StoredMapping | null {
  const read = parseMapping(json);
  return 'errors' in read ? null : { ...row, mapping: read.mapping };
}

/** Lists saved mappings by supplier. */
export async function listMappings(db: Queryable): Promise<StoredMapping[]> {
  const rows = await db.queryMany<MappingRow>({
    name: 'mapping.listMappings',
    text: `select ${COLUMNS} from import_mappings order by lower(supplier), id`,
  });
  return rows.flatMap((row) => toStored(row) ?? []);
}

/** Reads a saved mapping; null if there is none. */
export async function findMapping(db: Queryable, id: number): Promise<StoredMapping | null> {
  const row = await db.queryOne<MappingRow>({
    name: 'mapping.findMapping',
    text: `select ${COLUMNS} from import_mappings where id = $1`,
    values: [id],
  });
  return row === null ? null : toStored(row);
}

export interface SavedMappingInput {
  readonly supplier: string;
  readonly mapping: Mapping;
  readonly headers: readonly string[];
  readonly by: string;
}

/** Creates a saved mapping. @returns null if the supplier has one */
export async function insertMapping(
  transaction: Transaction,
  { supplier, mapping, headers, by }: SavedMappingInput,
): Promise<StoredMapping | null> {
  const row = await transaction.queryOne<MappingRow>({
    name: 'mapping.insertMapping',
    text: `insert into import_mappings (supplier, mapping, headers, updated_by) values ($1, $2, $3, $4)
      on conflict (lower(supplier)) do nothing returning ${COLUMNS}`,
    values: [supplier, JSON.stringify(mapping), headers, by],
  });
  return row === null ? null : toStored(row);
}

/** Replaces a saved mapping of a version. @returns null if it has changed since or the name is taken */
export async function replaceMapping(
  transaction: Transaction,
  { id, version }: { readonly id: number; readonly version: number },
  { supplier, mapping, headers, by }: SavedMappingInput,
): Promise<StoredMapping | null> {
  const row = await transaction.queryOne<MappingRow>({
    name: 'mapping.replaceMapping',
    text: `update import_mappings set supplier = $3, mapping = $4, headers = $5, updated_by = $6, updated_at = now(), version = version + 1
      where id = $1 and version = $2 and not exists (select 1 from import_mappings o where lower(o.supplier) = lower($3) and o.id <> $1)
      returning ${COLUMNS}`,
    values: [id, version, supplier, JSON.stringify(mapping), headers, by],
  });
  return row === null ? null : toStored(row);
}

/** Returns the name of a schedule that uses a mapping; null if none does. */
export async function scheduleWith(db: Queryable, mappingId: number): Promise<string | null> {
  const row = await db.queryOne<{ name: string }>({
    name: 'mapping.scheduleWith',
    text: 'select name from import_schedules where mapping_id = $1 order by id limit 1',
    values: [mappingId],
  });
  return row?.name ?? null;
}

/** Deletes a saved mapping of a version. @returns false if it has changed since or is gone */
export async function deleteMapping(
  transaction: Transaction,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<boolean> {
  const deleted = await transaction.execute({
    name: 'mapping.deleteMapping',
    text: 'delete from import_mappings where id = $1 and version = $2',
    values: [id, version],
  });
  return deleted > 0;
}
