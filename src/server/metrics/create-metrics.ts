/** Creates metrics from their definitions. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { METRICS, type MetricDefinition, type MetricName } from './metric-table.ts';

type NameOf<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];

const definitionOf = (name: MetricName): MetricDefinition => METRICS[name];
const optionsOf = (name: MetricName, registries: readonly Registry[]) => ({
  name,
  help: definitionOf(name).help,
  labelNames: [...(definitionOf(name).labels ?? [])],
  registers: [...registries],
});

export const createCounter = (name: NameOf<'counter'>, ...registries: readonly Registry[]): Counter =>
  new Counter(optionsOf(name, registries));
export const createGauge = (name: NameOf<'gauge'>, ...registries: readonly Registry[]): Gauge => new Gauge(optionsOf(name, registries));
export const createHistogram = (name: NameOf<'histogram'>, ...registries: readonly Registry[]): Histogram =>
  new Histogram({ ...optionsOf(name, registries), buckets: [...(definitionOf(name).buckets ?? [])] });

/** Creates a gauge that is read at each scrape. */
export const createReadGauge = (name: NameOf<'gauge'>, registry: Registry, read: (gauge: Gauge) => void | Promise<void>): Gauge =>
  new Gauge({
    ...optionsOf(name, [registry]),
    collect() {
      return read(this);
    },
  });

/** Creates a counter whose total something else counts. */
export const createReadCounter = (name: NameOf<'counter'>, registry: Registry, total: () => number): Counter =>
  new Counter({
    ...optionsOf(name, [registry]),
    collect() {
      this.reset();
      this.inc(total());
    },
  });
