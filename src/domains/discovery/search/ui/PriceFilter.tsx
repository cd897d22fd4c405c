import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { maxOf } from '#lib/extremes.ts';
import { filterMessages } from '../messages/filters.ts';
import { type PriceScale, stopOf } from '../model/price-stops.ts';
import type { Range } from '../model/state.ts';

export interface PriceFilterProps {
  readonly scale: PriceScale;
  readonly range: Range;
  readonly onChange: (range: Range) => void;
}

/** Time in ms from the last move of a slider until the filter applies. */
const DEBOUNCE_MS = 350;

/** Draws the histogram of prices behind the sliders. */
function Bars({ scale: { stops, bars }, low, high }: { scale: PriceScale; low: number; high: number }) {
  const most = maxOf(bars, 1);
  return (
    <svg className="histogram" viewBox={`0 0 ${bars.length * 10} 44`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map((bar, index) => {
        const height = bar === 0 ? 1 : 3 + (bar / most) * 41;
        const isGroupMember = index >= low && index < high;
        return (
          <rect
            key={stops[index]}
            x={index * 10 + 1}
            y={44 - height}
            width="8"
            height={height}
            className={isGroupMember ? 'is-in' : undefined}
          />
        );
      })}
    </svg>
  );
}

/** Parses `15` or `15.5`. Returns null for anything else: no bound. */
const amountOf = (text: string): number | null => {
  const match = /^\$?\s*(\d{1,7}(?:\.\d{1,2})?)$/.exec(text.trim());
  return match ? Number(match[1]) : null;
};

/** Shows the range of bottle prices: two sliders on one track, and a field for each. */
export function PriceFilter({ scale, range, onChange }: PriceFilterProps) {
  const { stops } = scale;
  const last = stops.length - 1;
  const [moved, setMoved] = useState<{ low: number; high: number } | null>(null);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(debounce.current), []);
  const low = moved?.low ?? stopOf(stops, range.low, 'low');
  const high = moved?.high ?? stopOf(stops, range.high, 'high');

  const boundOf = (stop: number): number | null => (stop === 0 || stop === last ? null : (stops[stop] ?? null));
  const move = (next: { low: number; high: number }): void => {
    setMoved(next);
    clearTimeout(debounce.current);
    debounce.current = setTimeout(() => {
      setMoved(null);
      onChange({ low: boundOf(next.low), high: boundOf(next.high) });
    }, DEBOUNCE_MS);
  };
  const moveLow = (event: ChangeEvent<HTMLInputElement>): void =>
    move({ low: Math.min(event.currentTarget.valueAsNumber, high - 1), high });
  const moveHigh = (event: ChangeEvent<HTMLInputElement>): void =>
    move({ low, high: Math.max(event.currentTarget.valueAsNumber, low + 1) });

  const enter = (side: 'low' | 'high', text: string): void => {
    const next = { ...range, [side]: amountOf(text) };
    const isTurned = next.low !== null && next.high !== null && next.low > next.high;
    if (next[side] !== range[side]) onChange(isTurned ? { low: next.high, high: next.low } : next);
  };
  const enterOnKey = (side: 'low' | 'high') => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    enter(side, event.currentTarget.value);
  };
  const share = (stop: number): string => `${(stop / last) * 100}%`;
  const ariaLabel = (stop: number): string => `$${stops[stop]}`;
  const box = (side: 'low' | 'high', label: string, stop: number) => {
    const value = moved ? boundOf(stop) : range[side];
    return (
      <label>
        <span className="visually-hidden">{label}</span>
        <span className="affix">
          <b aria-hidden="true">$</b>
          <input
            key={String(value)}
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={value ?? ''}
            placeholder={String(stops[stop] ?? '')}
            onBlur={(event) => enter(side, event.currentTarget.value)}
            onKeyDown={enterOnKey(side)}
          />
        </span>
      </label>
    );
  };

  return (
    <>
      <Bars scale={scale} low={low} high={high} />
      <div className="range">
        <i style={{ left: share(low), right: `${100 - (high / last) * 100}%` }} />
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={low}
          aria-label={filterMessages.minimumSlider}
          aria-valuetext={ariaLabel(low)}
          onChange={moveLow}
        />
        <input
          type="range"
          min={0}
          max={last}
          step={1}
          value={high}
          aria-label={filterMessages.maximumSlider}
          aria-valuetext={ariaLabel(high)}
          onChange={moveHigh}
        />
      </div>
      <div className="range-io">
        {box('low', filterMessages.minimumField, low)}
        <span className="text-muted">{filterMessages.to}</span>
        {box('high', filterMessages.maximumField, high)}
      </div>
    </>
  );
}
