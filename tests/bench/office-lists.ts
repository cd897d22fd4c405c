/** The lists of the office with every order, filter and search of their calls. */
import { z } from 'zod';
import { databaseCpuBetween, readDatabaseCpu } from './database-process.ts';
import { type ListCall, officeListCalls, openings, queriesOf, type Rows, type Value } from './list-queries.ts';
import type { OfficeShop } from './office-shop.ts';
import { type Row, row } from './report.ts';

const PREFIX = '/office/v1/';
/** Queries of a list that are measured again after all were measured once, and how often. */
const REPEATED = 12;
const RUNS = 5;

export interface OfficeList {
  readonly name: string;
  /** Paths of its calls, each with its query. */
  readonly paths: readonly string[];
  /** Filters for which no row of the shop has a value. */
  readonly unfilled: readonly string[];
}

const answered = z.object({ rows: z.array(z.record(z.string(), z.unknown())) });
const pathOf = (path: string, values: readonly Value[]): string =>
  values.length === 0 ? path : `${path}?${new URLSearchParams(values.map(([name, value]) => [name, value]))}`;

/** Reads the first rows of a list, of each way it opens. */
async function rowsOf(shop: OfficeShop, list: ListCall, others: ReadonlyMap<string, Rows>): Promise<Rows> {
  const rows = [];
  for (const opening of openings(list, others))
    rows.push(...answered.parse(JSON.parse((await shop.call(pathOf(list.path, opening))).text)).rows);
  return rows;
}

/** Returns the lists of the office with the calls to measure. */
export async function officeLists(shop: OfficeShop): Promise<readonly OfficeList[]> {
  const calls = await officeListCalls();
  const found = new Map<string, Rows>();
  // In the order of their paths, so that lists about a record follow the list that it is in.
  for (const list of calls) found.set(list.path.split('/').at(-1) ?? '', await rowsOf(shop, list, found));
  return calls.map((list) => {
    const { queries, unfilled } = queriesOf(list, found.get(list.path.split('/').at(-1) ?? '') ?? [], found);
    return { name: list.path.replace(PREFIX, ''), paths: queries.map((query) => pathOf(list.path, query)), unfilled };
  });
}

interface Sample {
  readonly path: string;
  readonly cpuMs: number;
  readonly ms: number;
}

async function sample(shop: OfficeShop, path: string): Promise<Sample> {
  const before = await readDatabaseCpu(shop.dataDir);
  const { ms } = await shop.call(path);
  return { path, cpuMs: databaseCpuBetween(before, await readDatabaseCpu(shop.dataDir)), ms };
}

/**
 * Measures a list: each call once, and those that took the database longest some times more.
 * @returns its slowest call by the processor time of the database, and the longest response; each the best of its runs
 */
export async function measureList(shop: OfficeShop, { name, paths, unfilled }: OfficeList): Promise<readonly Row[]> {
  if (paths.length === 0) return [row(`${name}: no record to list anything of`, Number.NaN, 'ms', 'officeListMs')];
  await sample(shop, paths[0] ?? '');
  const once: Sample[] = [];
  for (const path of paths) once.push(await sample(shop, path));
  const best: Sample[] = [];
  for (const first of once.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, REPEATED)) {
    const runs = [first];
    while (runs.length < RUNS) runs.push(await sample(shop, first.path));
    best.push({ path: first.path, cpuMs: Math.min(...runs.map(({ cpuMs }) => cpuMs)), ms: Math.min(...runs.map(({ ms }) => ms)) });
  }
  const [slowest] = best.toSorted((a, b) => b.cpuMs - a.cpuMs);
  const query = decodeURIComponent(slowest?.path.split('?')[1] ?? '') || 'as it opens';
  return [
    row(
      `${name} (${paths.length} queries${unfilled.length > 0 ? `, no known value of ${unfilled.join(' ')}` : ''}), slowest: ${query}`,
      slowest?.cpuMs ?? Number.NaN,
      'ms',
      'officeListMs',
    ),
    row(`${name}, longest response of these`, Math.max(...best.map(({ ms }) => ms)), 'ms'),
  ];
}
