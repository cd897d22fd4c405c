/** Asks before a screen with unsaved changes is left, by a link, the back button or the browser. */
import { useCallback, useEffect } from 'react';
import { useBlocker, useNavigate } from 'react-router';
import { Button } from '../Button.tsx';
import { Dialog, DialogEnd } from '../Dialog.tsx';
import { officeMessages } from '../messages.ts';

/** True while a screen is left whose form was just saved. A state would be read too late: the guard renders after the navigation began. */
let isLeavingSaved = false;

/** Returns a function that leaves a screen whose form was just saved, without the question. */
export function useLeaveSaved(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (path) => {
      isLeavingSaved = true;
      try {
        await navigate(path);
      } finally {
        isLeavingSaved = false;
      }
    },
    [navigate],
  );
}

export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !isLeavingSaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const keep = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', keep);
    return () => removeEventListener('beforeunload', keep);
  }, [isDirty]);
  return (
    <Dialog title={officeMessages.unsavedTitle} isOpen={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} role="alertdialog">
      <p>{officeMessages.unsavedText}</p>
      <DialogEnd>
        <Button onPress={() => blocker.proceed?.()}>{officeMessages.leave}</Button>
        <Button tone="primary" onPress={() => blocker.reset?.()}>
          {officeMessages.stay}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}
