/** Renders the toasts. They wait while the pointer or the focus is on them, and failures stay. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { officeMessages } from './messages.ts';
import { OfficeIcon } from './OfficeIcon.tsx';
import { closeToast, type OfficeToast, officeToasts } from './office-toasts.ts';

/** Long enough to read a sentence and reach for "Undo". */
const TOAST_MS = 8_000;

function ToastItem({ toast }: { readonly toast: OfficeToast }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld || toast.isBad) return;
    const timer = setTimeout(() => closeToast(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  return (
    <li
      className={toast.isBad ? 'toast-item is-bad' : 'toast-item'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p>{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            toast.action?.run();
            closeToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" aria-label={officeMessages.close} onClick={() => closeToast(toast.id)}>
        <OfficeIcon name="close" />
      </button>
    </li>
  );
}

export function Toasts() {
  const toasts = useSyncExternalStore(officeToasts.subscribe, officeToasts.current, officeToasts.onServer);
  return (
    <section aria-label={officeMessages.notifications}>
      <ol className="toast-list" aria-live="polite" data-react-aria-top-layer="true">
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  );
}
