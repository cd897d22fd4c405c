/** Draws sales by day with what is usual, and orders by hour. Loaded after the screen, with the library that draws. */
import {
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { reportMessages as text } from '#domains/reports/messages/office.ts';
import type { SalesReport } from '#domains/reports/office-contract.ts';
import { amountFormats, formatDayName, formatShortDay } from './format-figures.ts';

const HEIGHT = 260;
const MARGIN = { top: 8, right: 4, bottom: 0, left: 4 };
/** A column is no wider, however few there are. */
const MAX_BAR = 44;
const TICK = { fill: 'var(--quiet)', fontSize: 12 };
const HOVER = { fill: 'var(--hover)' };

export type Figure = 'revenue' | 'orders';

interface Point {
  readonly name: string;
  readonly label: string;
  readonly now: number;
  readonly usual: number | null;
}

interface TipProps {
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
}

/** Shows the values of the column below the pointer. */
const tipOf = ({ points, format }: TipProps) =>
  function Tip({ active, label }: Pick<TooltipContentProps, 'active' | 'label'>) {
    const point = active ? points.find(({ name }) => name === label) : undefined;
    if (!point) return null;
    return (
      <div className="chart-tip">
        <p className="chart-tip-title">{point.label}</p>
        <p>
          <span className="chart-key is-now" />
          <span className="num">{format(point.now)}</span>
        </p>
        {point.usual !== null && (
          <p className="text-muted">
            <span className="chart-key is-usual" />
            <span className="num">{format(point.usual)}</span> {text.usual.toLowerCase()}
          </p>
        )}
      </div>
    );
  };

function toPoints({ days, today }: SalesReport, figure: Figure, timeSoFar: string): Point[] {
  return days.map(({ day, usual, ...now }) => ({
    name: day,
    label: day === today ? text.todaySoFar(timeSoFar) : formatDayName(day),
    now: now[figure],
    usual: usual && usual[figure],
  }));
}

export interface SalesChartProps {
  readonly report: SalesReport;
  readonly figure: Figure;
  /** The time of day until which today counts. */
  readonly timeSoFar: string;
  readonly label: string;
}

export function SalesChart({ report, figure, timeSoFar, label }: SalesChartProps) {
  const { exact, short } = amountFormats(report.market);
  const points = toPoints(report, figure, timeSoFar);
  const format = figure === 'revenue' ? exact : text.count;
  return (
    <div role="img" aria-label={label}>
      <div className="chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <ComposedChart data={points} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" tickFormatter={formatShortDay} tick={TICK} tickLine={false} axisLine={false} minTickGap={24} />
            <YAxis
              width={52}
              tick={TICK}
              tickLine={false}
              axisLine={false}
              allowDecimals={figure === 'revenue'}
              tickFormatter={figure === 'revenue' ? short : text.count}
            />
            <Tooltip content={tipOf({ points, format })} cursor={HOVER} isAnimationActive={false} />
            <ReferenceLine y={0} stroke="var(--control)" />
            <Bar dataKey="now" fill="var(--accent)" maxBarSize={MAX_BAR} radius={[3, 3, 0, 0]} isAnimationActive={false}>
              {points.map(({ name }) => (
                <Cell key={name} fillOpacity={name === report.today ? 0.55 : 1} />
              ))}
            </Bar>
            <Line
              dataKey="usual"
              stroke="var(--ink)"
              strokeWidth={1.5}
              strokeDasharray="4 3"
              dot={false}
              isAnimationActive={false}
              type="monotone"
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

export function HoursChart({ hours, label }: { readonly hours: readonly number[]; readonly label: string }) {
  const points = hours.map((orders, hour) => ({ name: String(hour), label: text.hourOf(hour), now: orders, usual: null }));
  return (
    <div role="img" aria-label={label}>
      <div className="chart" aria-hidden="true">
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <BarChart data={points} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis
              dataKey="name"
              tickFormatter={(hour: string) => text.hourOf(Number(hour))}
              tick={TICK}
              tickLine={false}
              axisLine={false}
              minTickGap={16}
            />
            <YAxis width={40} tick={TICK} tickLine={false} axisLine={false} allowDecimals={false} />
            <Tooltip content={tipOf({ points, format: text.count })} cursor={HOVER} isAnimationActive={false} />
            <Bar dataKey="now" fill="var(--accent)" maxBarSize={MAX_BAR} radius={[3, 3, 0, 0]} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}
