/** Handlers of the office's import calls. */
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { StaffActor } from '#domains/staff/model/staff-actor.ts';
import { lastChangeOf, recordActivity } from '#domains/staff/server/activity.repository.ts';
import { type OfficeEndpoint, type OfficeHandlers, officeHandlers } from '#domains/staff/server/office-handlers.ts';
import type { Queryable } from '#lib/db/pool.ts';
import { type Failure, fail, ok, type Success } from '#lib/result.ts';
import { MARKETS } from '#markets/market.ts';
import { notPossible } from '../messages/errors.ts';
import { importOfficeContract, type OfficeImport, PART_BYTES, type SavedMapping } from '../office-contract.ts';
import {
  chosenMapping,
  discardImport,
  requestCancel,
  requestComparison,
  requestSheet,
  requestStart,
  requestUndo,
  selectSavedMapping,
} from './change-import.ts';
import { fixRow, rejectedCells } from './fix-row.ts';
import { findImport, type ImportEntry } from './import.repository.ts';
import { exportImportRows, listImportRows, listOfficeImports } from './import-lists.ts';
import { findRow } from './import-row.repository.ts';
import { viewImport, viewRow } from './import-view.ts';
import {
  deleteMapping,
  findMapping,
  insertMapping,
  listMappings,
  replaceMapping,
  type StoredMapping,
  scheduleWith,
} from './mapping.repository.ts';
import { previewRows } from './preview-mapping.ts';
import { finishUpload, startUpload, storePart } from './upload.ts';
import type { WorkDeps } from './work-steps.ts';

type NoValues = Readonly<Record<never, never>>;

/** An import changes wines in every market, so only who may import in all of them may see one. */
export const checkMarkets = ({ markets }: Pick<StaffActor, 'markets'>) =>
  MARKETS.every((market) => markets.includes(market)) ? ok(null) : fail('all_markets_needed');

async function readEntry(db: Queryable, staff: StaffActor, id: number) {
  const allowed = checkMarkets(staff);
  if (!allowed.ok) return allowed;
  const entry = await findImport(db, id);
  return entry === null ? fail('not_found') : ok(entry);
}

const viewMapping = ({ id, supplier, mapping, updatedAt, updatedBy, version }: StoredMapping): SavedMapping => ({
  id,
  supplier,
  columns: Object.keys(mapping.columns).length,
  updatedAt: updatedAt.toISOString(),
  updatedBy,
  version,
});

/** Name of the mapping of a supplier, by which its wines are recognised in the next file. */
const mappingName = (supplier: string): string =>
  supplier
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 30)
    .replace(/-$/, '') || 'supplier';

/** Returns a mapping of a supplier. Article numbers begin with the supplier’s name, because two suppliers may use the same ones. */
const renamed = (mapping: Mapping, name: string): Mapping => ({
  ...mapping,
  name,
  sku: { ...mapping.sku, prefix: mapping.sku.prefix === '' ? '' : `${name.replace(/-/g, '').slice(0, 4).toUpperCase()}-` },
});

function importOfficeHandlers(deps: WorkDeps): OfficeHandlers<typeof importOfficeContract> {
  const { database } = deps;

  /** Runs a change and returns the import after it. */
  async function act<F extends Failure>(
    staff: StaffActor,
    id: number,
    run: () => Promise<Success<unknown> | F>,
  ): Promise<Success<OfficeImport> | F | Failure<'not_found', NoValues> | Failure<'all_markets_needed', NoValues>> {
    const allowed = checkMarkets(staff);
    if (!allowed.ok) return allowed;
    const result = await run();
    if (!result.ok) return result;
    const entry = await findImport(database, id);
    return entry === null ? fail('not_found') : ok(await viewImport(database, entry));
  }

  /** Passes an import that the person may see to `use`. */
  async function withEntry<R>(staff: StaffActor, id: number, use: (entry: ImportEntry) => Promise<R>) {
    const found = await readEntry(database, staff, id);
    return found.ok ? use(found.value) : found;
  }

  return {
    imports: async (input, { staff }) => {
      const allowed = checkMarkets(staff);
      return allowed.ok ? listOfficeImports(database, staff, input) : allowed;
    },
    import: ({ id }, { staff }) => withEntry(staff, id, async (entry) => ok(await viewImport(database, entry))),
    importRows: (input, { staff }) => withEntry(staff, input.id, (entry) => listImportRows(database, entry, input)),
    importRejectedRow: ({ id, seq }, { staff }) =>
      withEntry(staff, id, async (entry) => {
        const row = await findRow(database, id, seq);
        if (row?.outcome !== 'rejected') return fail('not_found');
        const raw = row.raw ?? '';
        return ok({ raw, ...rejectedCells(entry, raw), column: row.columnName ?? '', reason: row.reason ?? '' });
      }),
    startUpload: async (input, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      const started = await startUpload(database, staff, input);
      return started.ok ? ok({ id: started.value, partBytes: PART_BYTES }) : started;
    },
    uploadPart: async (input, { staff }) => {
      const allowed = checkMarkets(staff);
      return allowed.ok ? storePart(database, staff, input) : allowed;
    },
    finishUpload: (input, { staff }) => act(staff, input.id, () => finishUpload(database, staff, input)),
    previewImport: ({ id, choices }, { staff }) =>
      withEntry(staff, id, async (entry) => {
        if (entry.sample === null) return fail('not_possible', { reason: notPossible.compare });
        const mapped = await chosenMapping(entry, choices);
        if ('errors' in mapped) return ok({ rows: [], problems: [...mapped.errors] });
        return ok(previewRows(mapped.mapping, entry.sample));
      }),
    compareImport: (input, { staff }) => act(staff, input.id, () => requestComparison(database, staff, input)),
    selectSheet: (input, { staff }) => act(staff, input.id, () => requestSheet(database, staff, input)),
    selectMapping: (input, { staff }) => act(staff, input.id, () => selectSavedMapping(database, staff, input)),
    startImport: (input, { staff }) => act(staff, input.id, () => requestStart(database, staff, input)),
    cancelImport: (input, { staff }) =>
      act(staff, input.id, async () => {
        const cancelled = await requestCancel(database, staff, input);
        if (!cancelled.ok && cancelled.code === 'changed_meanwhile') throw new Error('a cancellation has no version');
        return cancelled;
      }),
    undoImport: (input, { staff }) => act(staff, input.id, () => requestUndo(database, staff, input)),
    discardImport: async (input, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      const discarded = await discardImport(database, staff, input);
      if (discarded.ok) return ok(null);
      if (discarded.code === 'changed_meanwhile') throw new Error('a discarded import has no version');
      return discarded;
    },
    fixImportRow: async (input, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      const fixed = await fixRow(deps, staff, input);
      if (!fixed.ok) return fixed;
      const entry = await findImport(database, input.id);
      const row = await findRow(database, input.id, fixed.value.seq);
      if (entry === null || row === null) return fail('not_found');
      return ok({ row: viewRow(row, entry.appliedThrough), import: await viewImport(database, entry) });
    },
    exportImportRows: (input, { staff }) =>
      withEntry(staff, input.id, async (entry) => {
        const page = await exportImportRows(database, entry, input);
        if (page.ok && input.cursor === undefined)
          await database.transaction((transaction) =>
            recordActivity(transaction, staff, {
              action: 'import.rows_exported',
              subject: { kind: 'import', id: entry.id },
              after: { outcome: input['filter[outcome]'] ?? 'all' },
            }),
          );
        return page;
      }),
    savedMappings: async (_input, { staff }) => {
      const allowed = checkMarkets(staff);
      return allowed.ok ? ok({ rows: (await listMappings(database)).map(viewMapping) }) : allowed;
    },
    saveMapping: ({ id, supplier, choices, replaces }, { staff }) =>
      withEntry(staff, id, async (entry) => {
        if (entry.sample === null) return fail('not_possible', { reason: notPossible.compare });
        const { headers } = entry.sample;
        const mapped = await chosenMapping(entry, choices);
        if ('errors' in mapped) return fail('mapping_invalid', { reason: mapped.errors.join(' ') });
        return database.transaction(async (transaction) => {
          // Wines are recognised by the name of the mapping, so it stays what it was when the mapping was saved first.
          const mapping = replaces === undefined ? renamed(mapped.mapping, mappingName(supplier)) : mapped.mapping;
          const input = { supplier, mapping, headers, by: staff.name };
          const saved =
            replaces === undefined ? await insertMapping(transaction, input) : await replaceMapping(transaction, replaces, input);
          if (saved === null)
            return replaces === undefined
              ? fail('supplier_taken', { supplier })
              : fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'import_mapping', id: replaces.id }));
          await recordActivity(transaction, staff, {
            action: replaces === undefined ? 'import_mapping.created' : 'import_mapping.changed',
            subject: { kind: 'import_mapping', id: saved.id },
            after: { supplier, columns: mapping.columns },
          });
          return ok(viewMapping(saved));
        });
      }),
    deleteMapping: async ({ id, version }, { staff }) => {
      const allowed = checkMarkets(staff);
      if (!allowed.ok) return allowed;
      return database.transaction(async (transaction) => {
        const schedule = await scheduleWith(transaction, id);
        if (schedule !== null) return fail('mapping_in_use', { schedule });
        if (await deleteMapping(transaction, { id, version }))
          await recordActivity(transaction, staff, { action: 'import_mapping.deleted', subject: { kind: 'import_mapping', id } });
        else if (await findMapping(transaction, id))
          return fail('changed_meanwhile', await lastChangeOf(transaction, { kind: 'import_mapping', id }));
        return ok(null);
      });
    },
  };
}

/** Binds the office's import calls. */
export const importOfficeEndpoints = (deps: WorkDeps): OfficeEndpoint[] => officeHandlers(importOfficeContract, importOfficeHandlers(deps));
