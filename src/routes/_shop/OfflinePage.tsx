import { titleMeta } from '#routes/_layout/page-title.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import type { PageHandle } from '../page-handle.ts';
import { offlineMessages as m } from './messages.ts';

export const handle = { cache: 'shared', robots: 'noindex' } satisfies PageHandle;

export const meta = titleMeta(m.title);

/** Shown by the service worker in place of a page that is not cached. */
export default function OfflinePage() {
  return (
    <div className="container failed" data-page="offline">
      <EmptyState
        drawing="door"
        level={1}
        title={m.title}
        action={
          <>
            <a className="button button-primary" href="/cart">
              {m.viewCart}
            </a>
            <a className="link link-lone" href="/">
              {m.home}
            </a>
          </>
        }
      >
        <p>{m.text}</p>
      </EmptyState>
    </div>
  );
}
