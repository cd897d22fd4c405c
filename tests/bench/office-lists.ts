/** The lists of the office with every order, filter and search that the description of their calls names. */
import { z } from 'zod';
import { databaseCpuBetween, readDatabaseCpu } from './database-process.ts';
import type { OfficeShop } from './office-shop.ts';
import { type Row, row } from './report.ts';

const PREFIX = '/office/v1/';
/** A word of many records, some of few, one of none, and beginnings of words that are too short for an index of trigrams. */
const SEARCHES = ['chen', 'amber hill shiraz', '1000042', 'customer-4', 'example.com', 'zzzz', 'sh', 'a'];
/** Queries of a list that are measured again after all were measured once, and how often. */
const REPEATED = 12;
const RUNS = 5;

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  schema: z
    .object({
      enum: z.array(z.string()).optional(),
      items: z
        .object({ enum: z.array(z.string()).optional() })
        .loose()
        .optional(),
    })
    .loose(),
});
const description = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.object({ summary: z.string(), parameters: z.array(parameter).default([]) }).optional() }).loose(),
  ),
});

export interface OfficeList {
  readonly name: string;
  /** Paths of its calls, each with its query. */
  readonly paths: readonly string[];
}

const toQuery = (values: readonly (readonly [string, string])[]): string =>
  values.length === 0 ? '' : `?${new URLSearchParams(values.map(([name, value]) => [name, value]))}`;

/**
 * Returns the lists of the office's description, with the calls to measure: as it opens, each order, each value of a filter, searches,
 * and each order with each of the filters and searches.
 */
export async function officeLists(shop: OfficeShop): Promise<readonly OfficeList[]> {
  const { text } = await shop.call(`${PREFIX}openapi.json`);
  const { paths } = description.parse(JSON.parse(text));
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const fields = get?.parameters ?? [];
    const isList = fields.some(({ name }) => name === 'cursor') && !fields.some((field) => field.in === 'path' || field.required);
    if (!isList) return [];
    const values = fields.flatMap(({ name, schema }) =>
      (name === 'q' ? SEARCHES : (schema.enum ?? schema.items?.enum ?? [])).map((value) => [name, value] as const),
    );
    const sorts = values.filter(([name]) => name === 'sort');
    const others = values.filter(([name]) => name !== 'sort');
    const pairs = sorts.flatMap((sort) => others.map((other) => [sort, other]));
    return [
      { name: path.replace(PREFIX, ''), paths: [[], ...values.map((value) => [value]), ...pairs].map((each) => path + toQuery(each)) },
    ];
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
export async function measureList(shop: OfficeShop, { name, paths }: OfficeList): Promise<readonly Row[]> {
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
    row(`${name} (${paths.length} queries), slowest: ${query}`, slowest?.cpuMs ?? Number.NaN, 'ms', 'officeListMs'),
    row(`${name}, longest response of these`, Math.max(...best.map(({ ms }) => ms)), 'ms'),
  ];
}
