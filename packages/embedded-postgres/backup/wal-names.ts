/** Names of files of the write-ahead log: timeline, number of the log and of the segment, eight hexadecimal digits each. */

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^([0-9A-F]{8})\.history$/;
/** Segments of 16 MB per log file number. */
const SEGMENTS_PER_LOG = 256;

export const isSegment = (name: string): boolean => SEGMENT.test(name);

/** Returns the timeline of a segment or of a history file. @returns undefined for other files */
export function timelineOf(name: string): number | undefined {
  const [, history] = HISTORY.exec(name) ?? [];
  if (history !== undefined) return Number.parseInt(history, 16);
  return isSegment(name) ? Number.parseInt(name.slice(0, 8), 16) : undefined;
}

/** Returns the number of a segment, which is the same in every timeline. */
const numberOf = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(segment.slice(16), 16);

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** Returns the name of a segment. */
const segmentName = (timeline: number, number: number): string =>
  `${hex(timeline)}${hex(Math.floor(number / SEGMENTS_PER_LOG))}${hex(number % SEGMENTS_PER_LOG)}`;

/** Returns the name of the history file of a timeline. The first one has none. */
export const historyName = (timeline: number): string => `${hex(timeline)}.history`;

/** Returns the timelines that one descends from, by the text of its history file. */
export const ancestorsOf = (history: string): number[] =>
  history.split('\n').flatMap((line) => {
    const [, timeline] = /^\s*(\d+)\s/.exec(line) ?? [];
    return timeline === undefined ? [] : [Number(timeline)];
  });

/**
 * Returns the first segment that is missing.
 * @param from the first segment that is needed
 * @param to the last one that is needed; null for as far as the timelines go
 * @param timelines the timeline to recover to, the first one, and those that it descends from
 */
export function firstGap(
  names: readonly string[],
  from: string,
  to: string | null,
  timelines: readonly [number, ...number[]],
): string | null {
  const known = names.filter((name) => isSegment(name) && timelines.includes(timelineOf(name) ?? 0));
  const numbers = new Set(known.map(numberOf));
  const first = numberOf(from);
  const last = to === null ? known.reduce((latest, name) => Math.max(latest, numberOf(name)), first) : numberOf(to);
  for (let number = first; number <= last; number += 1)
    if (!numbers.has(number)) return segmentName(number === first ? Number.parseInt(from.slice(0, 8), 16) : timelines[0], number);
  return null;
}

/** Returns whether a file of the archive is older than a segment, so that no backup from there on needs it. Histories are kept. */
export const isOlderThan = (name: string, segment: string): boolean =>
  SEGMENT.test(name.slice(0, 24)) && name.slice(8, 24) < segment.slice(8);
