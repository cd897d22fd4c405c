/** Says on every screen what needs attention, to whoever may see the system screens. */
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { ALERT_TEXT } from '#domains/system/messages/alerts.ts';
import { alertMessages as text } from '#domains/system/messages/office.ts';
import type { SystemAlert } from '#domains/system/office-contract.ts';
import { formatRelative, ownTimeZone } from '#ui/office/format-time.ts';
import { useLive } from '#ui/office/live.ts';
import { OfficeIcon } from '#ui/office/OfficeIcon.tsx';
import { systemCalls } from './system-calls.ts';
import './system.css';

/** For people whom live changes of the whole shop do not reach. */
const REFRESH_MS = 60_000;

export function SystemBanner() {
  const [alerts, setAlerts] = useState<readonly SystemAlert[]>([]);
  const read = useCallback(async (): Promise<void> => {
    const result = await systemCalls.systemAlerts({});
    // Without a connection the last known state stays.
    if (result.ok) setAlerts(result.value.alerts);
  }, []);
  useLive('incident', () => void read());
  useEffect(() => {
    void read();
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [read]);
  return (
    <div role="status" className="alerts" aria-label={text.region}>
      {alerts.map(({ id, check, detail, openedAt }) => (
        <div key={id} className="alert-row">
          <OfficeIcon name="warning" />
          <p>
            <strong>{ALERT_TEXT[check].title}</strong> {text.since(formatRelative(openedAt, ownTimeZone()))}. {detail}
          </p>
          <Link className="link" to={ALERT_TEXT[check].to}>
            {ALERT_TEXT[check].open}
          </Link>
        </div>
      ))}
    </div>
  );
}
