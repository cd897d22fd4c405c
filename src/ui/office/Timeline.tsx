/** What happened to a record, newest first. */
import type { ReactNode } from 'react';
import type { Tone } from './Badge.tsx';
import { formatMoment, formatRelative } from './format-time.ts';
import { OfficeIcon, type OfficeIconName } from './OfficeIcon.tsx';

export interface TimelineEntry {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly icon: OfficeIconName;
  readonly tone: Tone;
  readonly title: string;
  /** Second line, such as who did it. */
  readonly detail?: string;
  /** Text that staff wrote. */
  readonly note?: string;
  readonly action?: ReactNode;
}

export function Timeline({ entries, timeZone }: { readonly entries: readonly TimelineEntry[]; readonly timeZone: string }) {
  return (
    <ol className="timeline">
      {entries.map(({ id, at, icon, tone, title, detail, note, action }) => (
        <li key={id} className="timeline-item">
          <span className={`timeline-dot is-${tone}`}>
            <OfficeIcon name={icon} />
          </span>
          <div className="timeline-text">
            <p>{title}</p>
            {detail && <p className="text-muted small">{detail}</p>}
            {note && <p className="timeline-note">{note}</p>}
            {action}
          </div>
          <time dateTime={at} title={formatMoment(at, timeZone)}>
            {formatRelative(at, timeZone)}
          </time>
        </li>
      ))}
    </ol>
  );
}
