/** Reads a system screen again once in a while, and at once when something begins or ends to fail. */
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useLive } from '#ui/office/live.ts';

const REFRESH_MS = 10_000;

/** @returns reads the screen again */
export function useSystemRefresh(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  useLive('incident', () => void revalidate());
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void revalidate(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return revalidate;
}
