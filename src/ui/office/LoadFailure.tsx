/** A screen or a list that could not be loaded: why, and what to do next. A lost connection is tried again as soon as it is back. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { useLiveOpened } from './live.ts';
import { officeMessages } from './messages.ts';
import { ScreenState } from './ScreenState.tsx';

export interface LoadFailureProps {
  /** Status of the response. 0 if there was none. */
  readonly status: number;
  /** The sentence of the response. */
  readonly text: string;
  readonly onRetry: () => void;
  readonly isPending: boolean;
  /** True if there is nothing else on the screen. */
  readonly isScreen?: boolean;
  /** Where a person without permission can go. */
  readonly elsewhere?: ReactNode;
}

/** Calls a function when the device or the stream of live updates has a connection again. */
function useReconnected(onReconnected: () => void): void {
  const latest = useRef(onReconnected);
  latest.current = onReconnected;
  useEffect(() => {
    const listener = (): void => latest.current();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, []);
  useLiveOpened(onReconnected);
}

export function LoadFailure({ status, text, onRetry, isPending, isScreen = false, elsewhere }: LoadFailureProps) {
  const isOffline = status === 0;
  useReconnected(() => {
    if (isOffline) onRetry();
  });
  if (status === 403)
    return (
      <ScreenState icon="staff" title={officeMessages.noPermission} text={text} isScreen={isScreen} isError>
        {elsewhere}
      </ScreenState>
    );
  return (
    <ScreenState
      icon={isOffline ? 'offline' : 'warning'}
      title={isOffline ? officeMessages.noConnection : officeMessages.somethingWrong}
      text={isOffline ? officeMessages.noConnectionText : text}
      isScreen={isScreen}
      isError
    >
      <Button icon="refresh" onPress={onRetry} isPending={isPending}>
        {officeMessages.tryAgain}
      </Button>
    </ScreenState>
  );
}
