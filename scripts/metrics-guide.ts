/** `node scripts/metrics-guide.ts`: updates the table of docs/guides/metrics.md from the definitions of the metrics. */
import { readFile, writeFile } from 'node:fs/promises';
import { METRICS, type MetricDefinition } from '#server/metrics/metric-table.ts';

const START = '<!-- metrics -->';
const END = '<!-- /metrics -->';
export const METRICS_GUIDE = new URL('../docs/guides/metrics.md', import.meta.url);

/** Returns Markdown tables of metrics: those of a process, and those of the whole shop. */
export function metricsTables(metrics: Readonly<Record<string, MetricDefinition>>): string {
  const tableOf = (of: MetricDefinition['of']): string =>
    [
      '| Metric | Type | Labels | Meaning |',
      '|---|---|---|---|',
      ...Object.entries(metrics)
        .filter(([, definition]) => definition.of === of)
        .map(
          ([name, { type, labels = [], help }]) =>
            `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
        ),
    ].join('\n');
  return `## Metrics of a process\n\n${tableOf('process')}\n\n## Metrics of the shop\n\n${tableOf('shop')}`;
}

/** Replaces the text between the markers. @throws Error if the markers are missing or in the wrong order */
export function withTables(text: string, tables: string): string {
  const begin = text.indexOf(START);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`metrics.md needs a place for the tables: ${START} and then ${END}`);
  return `${text.slice(0, begin + START.length)}\n\n${tables}\n\n${text.slice(end)}`;
}

if (import.meta.main) await writeFile(METRICS_GUIDE, withTables(await readFile(METRICS_GUIDE, 'utf8'), metricsTables(METRICS)));
