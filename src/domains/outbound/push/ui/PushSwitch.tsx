import { Suspense, useEffect, useState } from 'react';
import { whenUsed } from '#lib/browser/late-work.ts';
import { lazyComponent } from '#ui/lazy-component.ts';
import type { NotificationLimits } from '../model/format-notification-limits.ts';
import { PushSentence } from './PushSentence.tsx';

const PushControl = lazyComponent(() => import('./PushControl.tsx'));

/** Returns whether this browser supports notifications. iOS does so only for sites on the home screen. */
const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export interface PushSwitchProps {
  readonly appId: string | null;
  /** Limits of the shop's own notifications. Null if another service sends them. */
  readonly limits: NotificationLimits | null;
}

/**
 * Turns notifications on and off. Its code loads after the first interaction with the page, or at once if the browser's permission has
 * been decided. Loaded lazily.
 */
export default function PushSwitch(props: PushSwitchProps) {
  return canPush() ? <Switch {...props} /> : null;
}

function Switch({ appId, limits }: PushSwitchProps) {
  const [isNeeded, setNeeded] = useState(() => Notification.permission !== 'default');
  const [isRequested, setRequested] = useState(false);
  useEffect(() => whenUsed(() => setNeeded(true)), []);
  const press = (): void => {
    setRequested(true);
    setNeeded(true);
  };
  const sentence = <PushSentence isEnabled={false} isSubmitting={isRequested} limits={limits} onPress={press} />;
  if (!isNeeded) return sentence;
  return (
    <Suspense fallback={sentence}>
      <PushControl appId={appId} limits={limits} isRequested={isRequested} />
    </Suspense>
  );
}
