/** Names of files of the write-ahead log: timeline, number of the log and of the segment, eight hexadecimal digits each. */

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^([0-9A-F]{8})\.history$/;
/** Segments of 16 MB per log file number. */
const SEGMENTS_PER_LOG = 256;
const SEGMENT_BYTES = 16 * 1024 * 1024;

export const isSegment = (name: string): boolean => SEGMENT.test(name);

/** Returns the timeline of a segment or of a history file. @returns undefined for other files */
export function timelineOf(name: string): number | undefined {
  const [, history] = HISTORY.exec(name) ?? [];
  if (history !== undefined) return Number.parseInt(history, 16);
  return isSegment(name) ? Number.parseInt(name.slice(0, 8), 16) : undefined;
}

/** Returns the number of a segment, which is the same in every timeline. */
export const segmentNumber = (segment: string): number =>
  Number.parseInt(segment.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(segment.slice(16), 16);

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** Returns the name of a segment. */
const segmentName = (timeline: number, number: number): string =>
  `${hex(timeline)}${hex(Math.floor(number / SEGMENTS_PER_LOG))}${hex(number % SEGMENTS_PER_LOG)}`;

/** Returns the name of the history file of a timeline. The first one has none. */
export const historyName = (timeline: number): string => `${hex(timeline)}.history`;

/** Parses a history file. @returns the timelines that one descends from, each with the number of the segment in which it was left */
export const parseHistory = (history: string): ReadonlyMap<number, number> =>
  new Map(
    history.split('\n').flatMap((line) => {
      const [, timeline, log = '', offset = ''] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/i.exec(line) ?? [];
      const segment = Math.floor(Number.parseInt(offset, 16) / SEGMENT_BYTES);
      return timeline === undefined ? [] : [[Number(timeline), Number.parseInt(log, 16) * SEGMENTS_PER_LOG + segment] as const];
    }),
  );

/**
 * Returns the first segment that is missing.
 * @param from the first segment that is needed
 * @param names the segments with log of the timeline to recover to
 * @param to the last one that is needed; null for as far as they go
 */
export function firstGap(names: readonly string[], from: string, to: string | null, timeline: number): string | null {
  const numbers = new Set(names.map(segmentNumber));
  const first = segmentNumber(from);
  const last = to === null ? names.reduce((latest, name) => Math.max(latest, segmentNumber(name)), first) : segmentNumber(to);
  for (let number = first; number <= last; number += 1)
    if (!numbers.has(number)) return segmentName(number === first ? Number.parseInt(from.slice(0, 8), 16) : timeline, number);
  return null;
}

/**
 * Returns whether a file of the archive is older than a segment, so that no backup from there on needs it, in whatever timeline. Histories
 * are kept.
 */
export const isOlderThan = (name: string, segment: string): boolean =>
  SEGMENT.test(name.slice(0, 24)) && name.slice(8, 24) < segment.slice(8);
