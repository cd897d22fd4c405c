/** Revenue and orders by day against the same weekdays before, and orders by hour. */
import { lazy, Suspense, useState } from 'react';
import { reportMessages as text } from '#domains/reports/messages/office.ts';
import { changePercent } from '#domains/reports/model/sales.ts';
import type { SalesReport } from '#domains/reports/office-contract.ts';
import { maxOf } from '#lib/extremes.ts';
import { formatClock } from '#ui/office/format-time.ts';
import { Segmented } from '#ui/office/Segmented.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import { amountFormats, formatDayName, formatRangeName } from './format-figures.ts';
import type { Figure } from './SalesChart.tsx';

const SalesChart = lazy(async () => ({ default: (await import('./SalesChart.tsx')).SalesChart }));
const HoursChart = lazy(async () => ({ default: (await import('./SalesChart.tsx')).HoursChart }));

const Drawing = () => <div className="chart chart-bone bone" />;

function Change({ now, usual }: { readonly now: number; readonly usual: number | null }) {
  const percent = changePercent(now, usual);
  if (percent === null) return <span className="text-muted small">{text.noUsual}</span>;
  if (percent === 0) return <span className="text-muted small">{text.asUsual}</span>;
  return (
    <span className={percent > 0 ? 'change is-up small' : 'change is-down small'}>
      {percent > 0 ? text.moreThanUsual(percent) : text.lessThanUsual(-percent)}
    </span>
  );
}

export interface SalesPanelsProps {
  readonly report: SalesReport;
  readonly isStale: boolean;
}

export function SalesPanel({ report, isStale }: SalesPanelsProps) {
  const [figure, setFigure] = useState<Figure>('revenue');
  const { exact } = amountFormats(report.market);
  const { total, days, today } = report;
  const timeSoFar = formatClock(report.at, report.timeZone);
  const isEmpty = days.every(({ orders, revenue }) => orders === 0 && revenue === 0);
  const range = formatRangeName(report.from, report.to);
  const nameOf = (day: string): string => (day === today ? text.todaySoFar(timeSoFar) : formatDayName(day));
  return (
    <ChartPanel
      title={text.sales}
      icon="today"
      isStale={isStale}
      definition={text.salesDefinition(report.timeZone, report.currency)}
      empty={isEmpty ? { title: text.salesEmptyTitle, text: text.salesEmptyText } : null}
      csvName={`sales-${report.market}-${report.from}-${report.to}`}
      controls={
        <Segmented
          label={text.figure}
          options={[
            { value: 'revenue', label: text.revenue },
            { value: 'orders', label: text.orders },
          ]}
          value={figure}
          onChange={setFigure}
        />
      }
      summary={
        <dl className="headline">
          <div>
            <dt>{text.revenue}</dt>
            <dd className="headline-figure num">{exact(total.revenue)}</dd>
            <dd>
              <Change now={total.revenue} usual={total.usual && total.usual.revenue} />
              {total.refunds > 0 && <span className="text-muted small"> · {text.refundsOf(exact(total.refunds))}</span>}
            </dd>
          </div>
          <div>
            <dt>{text.orders}</dt>
            <dd className="headline-figure num">{text.count(total.orders)}</dd>
            <dd>
              <Change now={total.orders} usual={total.usual && total.usual.orders} />
            </dd>
          </div>
          <div className="headline-keys" aria-hidden="true">
            <span>
              <span className="chart-key is-now" />
              {range}
            </span>
            <span>
              <span className="chart-key is-usual" />
              {text.usual}
            </span>
          </div>
        </dl>
      }
      chart={
        <Suspense fallback={<Drawing />}>
          <SalesChart
            report={report}
            figure={figure}
            timeSoFar={timeSoFar}
            label={text.salesLabel(range, exact(total.revenue), total.orders)}
          />
        </Suspense>
      }
      table={{
        headings: [text.day, text.revenue, text.usualRevenue, text.refunds, text.orders, text.usualOrders],
        rows: [
          ...days.toReversed().map(({ day, revenue, refunds, orders, usual }) => ({
            key: day,
            cells: [
              nameOf(day),
              exact(revenue),
              usual ? exact(usual.revenue) : '–',
              exact(refunds),
              text.count(orders),
              usual ? text.count(usual.orders) : '–',
            ],
          })),
          {
            key: 'total',
            isTotal: true,
            cells: [
              text.total,
              exact(total.revenue),
              total.usual ? exact(total.usual.revenue) : '–',
              exact(total.refunds),
              text.count(total.orders),
              total.usual ? text.count(total.usual.orders) : '–',
            ],
          },
        ],
        csv: days.map(({ day, revenue, refunds, orders, usual }) => [
          day,
          revenue.toFixed(2),
          usual?.revenue.toFixed(2) ?? '',
          refunds.toFixed(2),
          orders,
          usual?.orders ?? '',
        ]),
      }}
    />
  );
}

export function HoursPanel({ report, isStale }: SalesPanelsProps) {
  const { hours } = report;
  const busiest = hours.indexOf(maxOf(hours));
  const isEmpty = hours.every((orders) => orders === 0);
  return (
    <ChartPanel
      title={text.hours}
      icon="today"
      isStale={isStale}
      definition={text.hoursDefinition(report.timeZone)}
      empty={isEmpty ? { title: text.hoursEmptyTitle, text: text.hoursEmptyText } : null}
      csvName={`orders-by-hour-${report.market}-${report.from}-${report.to}`}
      chart={
        <Suspense fallback={<Drawing />}>
          <HoursChart hours={hours} label={text.hoursLabel(text.hourOf(busiest), text.count(hours[busiest] ?? 0))} />
        </Suspense>
      }
      table={{
        headings: [text.hour, text.orders],
        rows: hours.map((orders, hour) => ({ key: String(hour), cells: [text.hourOf(hour), text.count(orders)] })),
        csv: hours.map((orders, hour) => [`${String(hour).padStart(2, '0')}:00`, orders]),
      }}
    />
  );
}
