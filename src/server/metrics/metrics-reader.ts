/** Reads every metric of a process, for `/metrics` and for a collector. */
import type { Registry } from 'prom-client';
import type { SystemDeps } from '#domains/system/server/system-deps.ts';
import type { ReadMetrics } from '#lib/server/telemetry/telemetry.ts';
import { createGauge } from './create-metrics.ts';
import { createShopFigures } from './shop-figures.ts';

/**
 * Creates what reads the metrics that the process measures, and those of the database if they can be read.
 * @param registry the metrics of the process
 */
export function createMetricsReader(system: SystemDeps, registry: Registry): ReadMetrics {
  const readFigures = createShopFigures(system);
  const up = createGauge('cellardoor_shop_figures_up', registry);
  const ofProcess = { registry, startedAt: performance.timeOrigin };
  return async () => {
    const figures = await readFigures();
    up.set(figures === null ? 0 : 1);
    return figures === null ? [ofProcess] : [ofProcess, { registry: figures, startedAt: null }];
  };
}
