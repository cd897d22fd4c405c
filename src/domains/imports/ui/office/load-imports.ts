/** The loaders of imports, of one import with the first rows of its difference, and of schedules. */
import type { LoaderFunctionArgs } from 'react-router';
import { valueOrThrow } from '#domains/staff/ui/office/load-call.ts';
import { listLoader } from '#ui/office/grid/list-loader.ts';
import { importCalls, scheduleCalls } from './import-calls.ts';
import { IMPORT_LIMITS } from './import-list-spec.tsx';
import { ROW_LIMITS } from './row-list-spec.tsx';

export const { loader: loadImports, shouldRevalidate: revalidateImports } = listLoader(IMPORT_LIMITS, (input, limit) =>
  importCalls.imports({ ...input, limit }),
);

/** Loads an import and the first rows that match the filters. */
export async function loadImport({ request, params }: LoaderFunctionArgs) {
  const id = Number(params.id);
  const { loader } = listLoader(ROW_LIMITS, (input, limit) => importCalls.importRows({ ...input, id, limit }));
  const [found, saved, rows] = await Promise.all([importCalls.import({ id }), importCalls.savedMappings({}), loader({ request })]);
  return { found: valueOrThrow(found), saved: valueOrThrow(saved).rows, ...rows };
}

export async function loadSchedules() {
  const [schedules, saved] = await Promise.all([scheduleCalls.importSchedules({}), importCalls.savedMappings({})]);
  return { ...valueOrThrow(schedules), saved: valueOrThrow(saved).rows };
}
