/** Asks before a screen with unsaved changes is left, by a link, the back button or the browser. */
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../Button.tsx';
import { Dialog, DialogEnd } from '../Dialog.tsx';
import { officeMessages } from '../messages.ts';

export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname);
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
