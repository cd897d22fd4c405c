/** The charts of the first screen, with the market and the days that all of them show. Both are in the URL. */
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { reportMessages as text } from '#domains/reports/messages/office.ts';
import { type DayRange, isRange, presetOf, presetRange, RANGE_PRESETS, type RangePreset } from '#domains/reports/model/date-range.ts';
import { MARKETS, type Market } from '#markets/market.ts';
import { todayIn } from '#markets/market-day.ts';
import { Button } from '#ui/office/Button.tsx';
import { useLive } from '#ui/office/live.ts';
import { ScreenState } from '#ui/office/ScreenState.tsx';
import { Segmented } from '#ui/office/Segmented.tsx';
import { useDelayed } from '#ui/office/use-delayed.ts';
import { RangePicker } from './RangePicker.tsx';
import { reportCalls } from './report-calls.ts';
import './reports.css';
import { HoursPanel, SalesPanel } from './SalesPanels.tsx';
import { type ReportState, useReport } from './use-report.ts';
import { FunnelPanel, SearchesPanel } from './VisitPanels.tsx';

const DEFAULT_PRESET: RangePreset = '28d';
/** Pause after an order before the figures are read again, so that a busy minute reads them once. */
const LIVE_DELAY_MS = 4_000;

/** Reads `28d` or `2026-11-01..2026-11-30`. */
function readRange(value: string | null, today: string): DayRange {
  const preset = RANGE_PRESETS.find((name) => name === value);
  const [from = '', to = ''] = value?.split('..') ?? [];
  return preset === undefined && isRange({ from, to }) ? { from, to } : presetRange(preset ?? DEFAULT_PRESET, today);
}

function Failed<Value>({ state }: { readonly state: ReportState<Value> }) {
  return (
    <div className="panel chart-panel">
      <ScreenState icon="warning" title={state.error ?? ''} isError>
        <Button icon="refresh" onPress={state.reload} isPending={state.isLoading}>
          {text.tryAgain}
        </Button>
      </ScreenState>
    </div>
  );
}

const Loading = () => (
  <div className="panel chart-panel" role="status">
    <p className="visually-hidden">{text.loading}</p>
    <div className="panel-head">
      <span className="bone bone-title" />
    </div>
    <div className="panel-body">
      <div className="chart chart-bone bone" />
    </div>
  </div>
);

export interface FiguresSectionProps {
  readonly heading: string;
  /** Markets of the person, at least one. */
  readonly markets: readonly Market[];
}

export function FiguresSection({ heading, markets }: FiguresSectionProps) {
  const [params, setParams] = useSearchParams();
  const market = MARKETS.find((one) => one === params.get('market') && markets.includes(one)) ?? markets[0] ?? MARKETS[0];
  const today = todayIn(market, new Date());
  const wanted = params.get('range');
  const range = useMemo(() => readRange(wanted, today), [wanted, today]);
  const set = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const input = { market, ...range };
  const sales = useReport(reportCalls.sales, input);
  const visits = useReport(reportCalls.visits, input);
  useLive('order', useDelayed(sales.reload, LIVE_DELAY_MS));

  const shownPreset = (chosen: DayRange): string => presetOf(chosen, today) ?? `${chosen.from}..${chosen.to}`;
  return (
    <section aria-labelledby="figures-heading">
      <div className="figures-head">
        <h2 id="figures-heading">{heading}</h2>
        <div className="act-row">
          {markets.length > 1 && (
            <Segmented
              label={text.market}
              options={markets.map((value) => ({ value, label: value }))}
              value={market}
              onChange={(chosen) => set('market', chosen === markets[0] ? null : chosen)}
            />
          )}
          <RangePicker
            range={range}
            today={today}
            onChange={(chosen) => {
              const value = shownPreset(chosen);
              set('range', value === DEFAULT_PRESET ? null : value);
            }}
          />
        </div>
      </div>
      <div className="charts">
        {sales.value === null ? (
          sales.error === null ? (
            <Loading />
          ) : (
            <Failed state={sales} />
          )
        ) : (
          <>
            {sales.error !== null && <Failed state={sales} />}
            <SalesPanel report={sales.value} isStale={sales.isLoading} />
          </>
        )}
        <div className="chart-columns">
          {sales.value !== null && <HoursPanel report={sales.value} isStale={sales.isLoading} />}
          {visits.value === null ? (
            visits.error === null ? (
              <Loading />
            ) : (
              <Failed state={visits} />
            )
          ) : (
            <FunnelPanel report={visits.value} isStale={visits.isLoading} />
          )}
        </div>
        {visits.value !== null && <SearchesPanel report={visits.value} isStale={visits.isLoading} />}
      </div>
    </section>
  );
}
