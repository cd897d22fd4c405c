/** How far visits came, and what people searched for and did not find. */
import { FUNNEL_LABELS, reportMessages as text } from '#domains/reports/messages/office.ts';
import { FUNNEL_STEPS } from '#domains/reports/model/funnel.ts';
import type { VisitReport } from '#domains/reports/office-contract.ts';
import { formatRelative } from '#ui/office/format-time.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { formatShare } from './format-figures.ts';

export interface VisitPanelProps {
  readonly report: VisitReport;
  readonly isStale: boolean;
}

export function FunnelPanel({ report, isStale }: VisitPanelProps) {
  const { steps, countedAt } = report;
  const rows = FUNNEL_STEPS.map((step, index) => {
    const before = FUNNEL_STEPS[index - 1];
    return { step, label: FUNNEL_LABELS[step], reached: steps[step], before: before === undefined ? null : steps[before] };
  });
  return (
    <ChartPanel
      title={text.funnel}
      icon="filter"
      isStale={isStale}
      definition={text.funnelDefinition(report.timeZone)}
      empty={steps.visits === 0 ? { title: text.funnelEmptyTitle, text: text.funnelEmptyText } : null}
      csvName={`visits-${report.market}-${report.from}-${report.to}`}
      summary={countedAt !== null && <p className="text-muted small">{text.countedAt(formatRelative(countedAt, report.timeZone))}</p>}
      chart={
        <ol className="funnel">
          {rows.map(({ step, label, reached, before }) => (
            <li key={step}>
              <span className="funnel-label">{label}</span>
              <span className="funnel-figure num">{text.count(reached)}</span>
              <span className="funnel-track" aria-hidden="true">
                <span className="funnel-bar" style={{ width: `${(reached / Math.max(1, steps.visits)) * 100}%` }} />
              </span>
              <span className="text-muted small">
                {before === null ? '' : `${text.lost(formatShare(reached, before))} · ${text.ofVisits(formatShare(reached, steps.visits))}`}
              </span>
            </li>
          ))}
        </ol>
      }
      table={{
        headings: [text.step, FUNNEL_LABELS.visits, text.share],
        rows: rows.map(({ step, label, reached }) => ({
          key: step,
          cells: [label, text.count(reached), formatShare(reached, steps.visits)],
        })),
        csv: rows.map(({ label, reached }) => [label, reached, steps.visits === 0 ? '' : (reached / steps.visits).toFixed(4)]),
      }}
    />
  );
}

export function SearchesPanel({ report, isStale }: VisitPanelProps) {
  const { searches, timeZone } = report;
  return (
    <ChartPanel
      title={text.searches}
      icon="search"
      isStale={isStale}
      definition={text.searchesDefinition(timeZone)}
      empty={searches.length === 0 ? { title: text.searchesEmptyTitle, text: text.searchesEmptyText } : null}
      csvName={`searches-${report.market}-${report.from}-${report.to}`}
      chart={null}
      table={{
        headings: [text.search, text.times, text.last],
        rows: searches.map(({ query, times, lastAt }) => ({
          key: query,
          cells: [query, text.count(times), formatRelative(lastAt, timeZone)],
        })),
        csv: searches.map(({ query, times, lastAt }) => [query, times, lastAt]),
      }}
    />
  );
}
