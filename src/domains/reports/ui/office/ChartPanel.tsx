/** The frame of a chart: its title, the chart or its table, what is counted, and the figures as a file. */
import { type ReactNode, useId, useState } from 'react';
import { reportMessages as text } from '#domains/reports/messages/office.ts';
import { Button } from '#ui/office/Button.tsx';
import type { OfficeIconName } from '#ui/office/OfficeIcon.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { saveCsv } from './report-csv.ts';

export interface FigureTable {
  readonly headings: readonly string[];
  /** Cells as they are shown; the first one names the row. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[]; readonly isTotal?: boolean }[];
  /** The same in numbers, for the file. */
  readonly csv: readonly (readonly (string | number)[])[];
}

export interface ChartPanelProps {
  readonly title: string;
  /** Sentences that say what is counted. */
  readonly definition: readonly string[];
  readonly icon: OfficeIconName;
  readonly empty: { readonly title: string; readonly text: string } | null;
  /** Null for figures that are a table only. */
  readonly chart: ReactNode | null;
  readonly table: FigureTable;
  readonly csvName: string;
  /** Beside the title. */
  readonly controls?: ReactNode;
  /** Above the chart. */
  readonly summary?: ReactNode;
  readonly isStale?: boolean;
}

function Figures({ title, table }: { readonly title: string; readonly table: FigureTable }) {
  return (
    // The table scrolls, so it can be reached by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a landmark would repeat that of the panel
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls
    <div className="figures-scroll" role="group" aria-label={title} tabIndex={0}>
      <table className="figures">
        <thead>
          <tr>
            {table.headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ key, cells: [name, ...values], isTotal = false }) => (
            <tr key={key} className={isTotal ? 'is-total' : undefined}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={table.headings[index + 1]} className="num">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ChartPanel(props: ChartPanelProps) {
  const { title, definition, icon, empty, chart, table, csvName, controls, summary, isStale = false } = props;
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const headingId = useId();
  const isTable = chart === null || view === 'table';
  return (
    <section className={isStale ? 'panel chart-panel is-stale' : 'panel chart-panel'} aria-labelledby={headingId} aria-busy={isStale}>
      <div className="panel-head">
        <h3 id={headingId}>{title}</h3>
        {empty === null && (
          <div className="act-row">
            {controls}
            {chart !== null && (
              <Segmented
                label={view === 'chart' ? text.asTable(title) : text.asChart(title)}
                options={[
                  { value: 'chart', label: text.chart },
                  { value: 'table', label: text.table },
                ]}
                value={view}
                onChange={setView}
              />
            )}
            <Button icon="download" tone="quiet" aria-label={text.csvOf(title)} onPress={() => saveCsv(csvName, table.headings, table.csv)}>
              {text.csv}
            </Button>
          </div>
        )}
      </div>
      <div className="panel-body">
        {empty !== null ? (
          <div className="chart-empty">
            <ScreenState icon={icon} title={empty.title} text={empty.text} />
          </div>
        ) : (
          <>
            {summary}
            {isTable ? <Figures title={title} table={table} /> : chart}
          </>
        )}
        <details className="chart-definition">
          <summary>{text.howCounted}</summary>
          {definition.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </details>
      </div>
    </section>
  );
}
