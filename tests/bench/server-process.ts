/** Processor time and memory of a shop's server process, without PostgreSQL. */
import { readFile } from 'node:fs/promises';
import type { BenchShop } from './bench-shop.ts';

const MB = 2 ** 20;

async function readMetrics({ url }: BenchShop): Promise<(name: string) => number> {
  const text = await fetch(`${url}/metrics`).then((response) => response.text());
  const metrics = new Map(
    text.split('\n').map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  return (name) => metrics.get(name) ?? Number.NaN;
}

/** Returns the processor time of the server process in ms, to the microsecond. */
export const cpuMsOf = async (shop: BenchShop): Promise<number> => (await readMetrics(shop))('process_cpu_seconds_total') * 1_000;

/** Resident memory and what it consists of, MB. */
export interface Memory {
  readonly resident: number;
  readonly heapUsed: number;
  /** Heap that V8 has reserved, with what is not used. */
  readonly heap: number;
  /** Buffers outside of the heap, most of them the search index and cached pages. */
  readonly external: number;
  readonly pageCache: number;
  /** Pages of programs and libraries. */
  readonly files: number;
  /** Everything else: memory of native code, and free memory that the allocator retains. */
  readonly rest: number;
}

/** Reads the memory of the server process. NaN on systems other than Linux. */
export async function memoryOf(shop: BenchShop): Promise<Memory> {
  const status = await readFile(`/proc/${shop.process.pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN);
  const metric = await readMetrics(shop);
  const [resident, files] = [kilobytes('VmRSS') / 1024, (kilobytes('RssFile') + kilobytes('RssShmem')) / 1024];
  const [heap, external] = [metric('nodejs_heap_size_total_bytes') / MB, metric('nodejs_external_memory_bytes') / MB];
  return {
    resident,
    heapUsed: metric('nodejs_heap_size_used_bytes') / MB,
    heap,
    external,
    pageCache: metric('cellardoor_page_cache_bytes') / MB,
    files,
    rest: resident - files - heap - external,
  };
}
