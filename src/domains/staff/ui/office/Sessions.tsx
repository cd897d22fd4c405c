import type { z } from 'zod';
import { METHOD_NAMES, sessionListMessages as text } from '#domains/staff/messages/people.ts';
import type { officeSession } from '#domains/staff/model/records.ts';
import { formatDevice } from '#lib/format-device.ts';
import { Badge } from '#ui/office/Badge.tsx';
import { Button } from '#ui/office/Button.tsx';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';

export interface SessionsProps {
  readonly sessions: readonly z.output<typeof officeSession>[];
  /** Ends a session. Left out for people who may only look. */
  readonly onEnd?: (id: number) => void;
  readonly isPending: boolean;
}

/** Where a person is signed in, the last used first. */
export function Sessions({ sessions, onEnd, isPending }: SessionsProps) {
  const zone = ownTimeZone();
  return (
    <ul className="rows">
      {sessions.map(({ id, method, userAgent, ip, createdAt, lastSeenAt, isCurrent }) => (
        <li key={id} className="row">
          <div>
            <p>
              {formatDevice(userAgent)} <span className="text-muted">{ip}</span> {isCurrent && <Badge tone="good">{text.current}</Badge>}
            </p>
            <p className="text-muted small">
              {text.signedIn(METHOD_NAMES[method] ?? method, formatRelative(createdAt, zone))}
              {' · '}
              {text.lastSeen(formatRelative(lastSeenAt, zone))}
            </p>
          </div>
          {onEnd && !isCurrent && (
            <Button onPress={() => onEnd(id)} isDisabled={isPending} aria-label={`${text.signOut}: ${formatDevice(userAgent)}, ${ip}`}>
              {text.signOut}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
