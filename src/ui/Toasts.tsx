import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from './Icon.tsx';
import { toastMessages } from './messages/toasts.ts';
import { type DisplayedToast, dismissToast, TOAST_MS, toastList } from './toast-store.ts';

/** Share of its width that a toast must be dragged to be dismissed [CART-74]. */
const DRAG_SHARE = 0.8;

/** Closes after TOAST_MS minus the time that passed before a pause. */
function useLifetime(id: number, paused: boolean): void {
  const remainingMs = useRef(TOAST_MS);
  useEffect(() => {
    if (paused) return;
    const from = performance.now();
    const timer = setTimeout(() => dismissToast(id), remainingMs.current);
    return () => {
      clearTimeout(timer);
      remainingMs.current -= performance.now() - from;
    };
  }, [id, paused]);
}

function ToastCard({ toast }: { toast: DisplayedToast }) {
  const card = useRef<HTMLLIElement>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [drag, setDrag] = useState<{ readonly from: number; readonly by: number } | null>(null);
  const paused = hovered || focused || drag !== null;
  useLifetime(toast.id, paused);

  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, by: 0 });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag) setDrag({ from: drag.from, by: event.clientX - drag.from });
  };
  const end = () => {
    if (drag && Math.abs(drag.by) >= (card.current?.offsetWidth ?? 0) * DRAG_SHARE) dismissToast(toast.id);
    setDrag(null);
  };

  const { action } = toast;
  return (
    <li
      ref={card}
      className={`toast${toast.tone === 'bad' ? ' has-error' : ''}${paused ? ' is-paused' : ''}`}
      style={drag ? { transform: `translateX(${drag.by}px)`, opacity: 1 - Math.min(0.7, Math.abs(drag.by) / 500) } : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className="backdrop thumb">
        {toast.picture ? (
          <span className="picture">
            <img src={toast.picture} alt="" width="32" height="100" draggable={false} />
          </span>
        ) : (
          <Icon name={toast.tone === 'bad' ? 'info' : 'tick'} />
        )}
      </span>
      <div role={toast.tone === 'bad' ? 'alert' : 'status'}>
        <b>{toast.title}</b>
        {toast.text && <p>{toast.text}</p>}
        {action && (
          <button
            type="button"
            className="link"
            onClick={() => {
              action.run();
              dismissToast(toast.id);
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="icon-button" aria-label={toastMessages.dismiss} onClick={() => dismissToast(toast.id)}>
        <Icon name="close" />
      </button>
    </li>
  );
}

/** Toasts. Each closes after TOAST_MS, pauses while hovered or focused, and can be dismissed by dragging [CART-73, CART-74]. */
export default function Toasts() {
  const toasts = useSyncExternalStore(toastList.subscribe, toastList.current, toastList.onServer);
  const corner = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    // Reopened for each toast, so that it is above a dialog that was opened in the meantime.
    const element = corner.current;
    if (element?.matches(':popover-open')) element.hidePopover();
    if (newest !== undefined) element?.showPopover();
  }, [newest]);
  return (
    <section className="toasts" popover="manual" aria-label={toastMessages.notifications} ref={corner}>
      <ul>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
}
