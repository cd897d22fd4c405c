import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/Icon.tsx';
import type { GalleryPicture } from './gallery-pictures.ts';
import { lightboxMessages } from './messages/lightbox.ts';

/** Heights of the picture as multiples of the screen. Above 1, the picture scrolls. */
const SIZES = [1, 2, 3.5] as const;

interface LookCloserProps {
  readonly pictures: readonly GalleryPicture[];
  readonly first: number;
  readonly onClose: () => void;
}

/** Returns the index of the initial size in `SIZES`. A label starts enlarged. */
const startOf = (picture: GalleryPicture | undefined): number => (picture?.view === 'label' ? 1 : 0);

/**
 * Lightbox over the whole screen. Plus and minus zoom; arrows change the picture or scroll a zoomed one; touch drags and pinches;
 * a double click zooms in.
 */
export default function LookCloser({ pictures, first, onClose }: LookCloserProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLElement>(null);
  const [index, setShown] = useState(first);
  const [size, setSize] = useState(startOf(pictures[first]));
  const picture = pictures[index];
  /** Fixed point of a zoom, as fractions of the picture. */
  const focus = useRef({ x: 0.5, y: picture?.view === 'label' ? 0.68 : 0.5 });
  useEffect(() => {
    dialog.current?.showModal();
    // Scrollable areas must be reachable by keyboard.
    if (stage.current) stage.current.tabIndex = 0;
  }, []);
  useEffect(() => {
    const { current } = stage;
    if (!current) return;
    current.scrollLeft = focus.current.x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = focus.current.y * current.scrollHeight - current.clientHeight / 2;
  });

  const resize = (step: 1 | -1, at?: { readonly x: number; readonly y: number }): void => {
    const { current } = stage;
    if (current)
      focus.current = at ?? {
        x: (current.scrollLeft + current.clientWidth / 2) / current.scrollWidth,
        y: (current.scrollTop + current.clientHeight / 2) / current.scrollHeight,
      };
    setSize((before) => Math.min(SIZES.length - 1, Math.max(0, before + step)));
  };
  const turn = (step: 1 | -1): void => {
    const next = (index + step + pictures.length) % pictures.length;
    focus.current = { x: 0.5, y: pictures[next]?.view === 'label' ? 0.68 : 0.5 };
    setShown(next);
    setSize(startOf(pictures[next]));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') resize(1);
    else if (event.key === '-') resize(-1);
    else if (size === 0 && event.key === 'ArrowRight') turn(1);
    else if (size === 0 && event.key === 'ArrowLeft') turn(-1);
    else return;
    event.preventDefault();
  };
  const onDoubleClick = (event: MouseEvent<HTMLImageElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    resize(size === SIZES.length - 1 ? -1 : 1, { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };

  return (
    <dialog className="lightbox" ref={dialog} aria-label={lightboxMessages.enlargedPictures} onClose={onClose} onKeyDown={onKey}>
      <section className="lightbox-stage" ref={stage} aria-label={picture?.name ?? ''}>
        {picture && (
          <img
            src={picture.large}
            alt={picture.alt}
            style={{ height: `${(SIZES[size] ?? 1) * 100}%` }}
            onDoubleClick={onDoubleClick}
            draggable={false}
          />
        )}
      </section>
      <div className="lightbox-tools">
        {pictures.length > 1 && (
          <button type="button" className="icon-button" aria-label={lightboxMessages.previousPicture} onClick={() => turn(-1)}>
            <Icon name="left" />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={lightboxMessages.zoomOut}
          disabled={size === 0}
          onClick={() => resize(-1)}
        >
          <Icon name="minus" />
        </button>
        <p className="small" role="status">
          {picture?.name}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label={lightboxMessages.zoomIn}
          disabled={size === SIZES.length - 1}
          onClick={() => resize(1)}
        >
          <Icon name="plus" />
        </button>
        {pictures.length > 1 && (
          <button type="button" className="icon-button" aria-label={lightboxMessages.nextPicture} onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
        )}
        <button
          type="button"
          className="icon-button lightbox-shut"
          aria-label={lightboxMessages.closePictures}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </div>
    </dialog>
  );
}
