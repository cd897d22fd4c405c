/** Claims by producer, carrier and reason: how many, of how much that was sent, and what they cost. */
import { Link, useSearchParams } from 'react-router';
import { claimReportMessages as text } from '#domains/reports/messages/claims.ts';
import { reportMessages } from '#domains/reports/messages/office.ts';
import { SHOWN_GROUPS, type ShownGroup } from '#domains/reports/model/claim-report.ts';
import { isRange, presetRange } from '#domains/reports/model/date-range.ts';
import type { ClaimReport } from '#domains/reports/office-contract.ts';
import { PROBLEM_LABELS } from '#domains/selling/claims/messages/claims.ts';
import { CLAIM_PROBLEMS } from '#domains/selling/claims/model/claim.ts';
import { useMe } from '#domains/staff/ui/office/me.ts';
import { getMarketConfig } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { PageHeader } from '#ui/office/PageHeader.tsx';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { amountFormats, formatRangeName, formatShare } from './format-figures.ts';
import { RangePicker } from './RangePicker.tsx';
import { reportCalls } from './report-calls.ts';
import { saveCsv } from './report-csv.ts';
import { useReport } from './use-report.ts';
import './reports.css';

type Row = ClaimReport['rows'][number];
const FIGURES = ['claims', 'cases', 'sent', 'rate', 'refunded', 'credited', 'replaced', 'cost'] as const;

const costOf = ({ refunded, credited, replaced }: Row): number => refunded + credited + replaced;

function nameOf(group: ShownGroup, { name }: Row): string {
  if (name === '') return text.unknown[group];
  const problem = group === 'problem' ? CLAIM_PROBLEMS.find((each) => each === name) : undefined;
  return problem === undefined ? name : PROBLEM_LABELS[problem];
}

function Figures({ report, group }: { readonly report: ClaimReport; readonly group: ShownGroup }) {
  const { exact } = amountFormats(report.market);
  const { count } = reportMessages;
  const rows = report.rows.filter((row) => row.group === group);
  const total = report.rows.find((row) => row.group === 'total');
  const cells = (row: Row) => (
    <>
      <td className="num">{count(row.claims)}</td>
      <td className="num">{row.cases.toLocaleString('en-AU', { maximumFractionDigits: 2 })}</td>
      <td className="num">{count(row.sent)}</td>
      <td className="num">{formatShare(row.cases, row.sent)}</td>
      <td className="num">{exact(row.refunded)}</td>
      <td className="num">{exact(row.credited)}</td>
      <td className="num">{exact(row.replaced)}</td>
      <td className="num">{exact(costOf(row))}</td>
    </>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className="figures-scroll is-whole" aria-label={text.tableOf(text.groups[group])} tabIndex={0}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{text.columns[group]}</th>
            {FIGURES.map((key) => (
              <th key={key} scope="col">
                {text.columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                {group === 'producer' && row.name !== '' ? (
                  <Link
                    className="link"
                    to={`/claims?${new URLSearchParams({ 'filter[producer]': row.name, 'filter[market]': report.market })}`}
                  >
                    {row.name}
                  </Link>
                ) : (
                  nameOf(group, row)
                )}
              </th>
              {cells(row)}
            </tr>
          ))}
          {total && (
            <tr className="is-total">
              <th scope="row">{text.total}</th>
              {cells(total)}
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

function save(report: ClaimReport, group: ShownGroup): void {
  const rows = report.rows.filter((row) => row.group === group);
  saveCsv(
    `claims-${group}-${report.from}-${report.to}`,
    [text.columns[group], ...FIGURES.map((key) => text.columns[key])],
    rows.map((row) => [
      nameOf(group, row),
      ...[row.claims, row.cases, row.sent, row.sent === 0 ? '' : Number((row.cases / row.sent).toFixed(4))],
      ...[row.refunded, row.credited, row.replaced, Number(costOf(row).toFixed(2))],
    ]),
  );
}

export function ClaimReportScreen() {
  const { markets } = useMe();
  const [params, setParams] = useSearchParams();
  const market = markets.find((each) => each === params.get('market')) ?? markets[0];
  const group = SHOWN_GROUPS.find((each) => each === params.get('by')) ?? 'producer';
  const set = (values: Readonly<Record<string, string>>): void =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...values }), { replace: true });
  const today = market === undefined ? '' : todayIn(market, new Date());
  const asked = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  const range = isRange(asked) ? asked : presetRange('28d', today);
  return (
    <div className="screen">
      <PageHeader title={text.title} parent={{ label: text.parent, to: '/claims' }} />
      {market !== undefined && (
        <>
          <div className="figures-head">
            <div className="act-row">
              <Segmented
                label={text.group}
                options={SHOWN_GROUPS.map((value) => ({ value, label: text.groups[value] }))}
                value={group}
                onChange={(by) => set({ by })}
              />
              {markets.length > 1 && (
                <Segmented
                  label={reportMessages.market}
                  options={markets.map((value) => ({ value, label: getMarketConfig(value).country }))}
                  value={market}
                  onChange={(value) => set({ market: value })}
                />
              )}
            </div>
            <RangePicker range={range} today={today} onChange={({ from, to }) => set({ from, to })} />
          </div>
          <Report key={market} input={{ market, ...range }} group={group} />
        </>
      )}
    </div>
  );
}

function Report({ input, group }: { readonly input: Parameters<typeof reportCalls.claimReport>[0]; readonly group: ShownGroup }) {
  const { value: report, isLoading, error, reload } = useReport(reportCalls.claimReport, input);
  if (error !== null)
    return (
      <ScreenState icon="warning" title={error} isError>
        <Button onPress={reload}>{reportMessages.tryAgain}</Button>
      </ScreenState>
    );
  if (report === null) return <p role="status">{reportMessages.loading}</p>;
  const total = report.rows.find((row) => row.group === 'total');
  return (
    <section className={isLoading ? 'panel chart-panel is-stale' : 'panel chart-panel'} aria-labelledby="claim-report">
      <div className="panel-head">
        <h2 id="claim-report">{formatRangeName(report.from, report.to)}</h2>
        {report.rows.length > 0 && (
          <Button icon="download" aria-label={reportMessages.csvOf(text.title)} onPress={() => save(report, group)}>
            {reportMessages.csv}
          </Button>
        )}
      </div>
      <div className="panel-body">
        {total === undefined || total.claims === 0 ? (
          <ScreenState icon="tick" title={text.emptyTitle} text={text.emptyText} />
        ) : (
          <>
            <p role="status">{text.summary(total.claims, total.cases, total.sent === 0 ? null : formatShare(total.cases, total.sent))}</p>
            <Figures report={report} group={group} />
          </>
        )}
        <details className="chart-definition">
          <summary>{reportMessages.howCounted}</summary>
          {text.definition(report.timeZone).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </details>
      </div>
    </section>
  );
}
