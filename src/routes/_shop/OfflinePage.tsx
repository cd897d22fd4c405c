import { EmptyState } from '#ui/EmptyState.tsx';

export const meta = () => [{ title: 'No connection · Cellardoor' }, { name: 'robots', content: 'noindex' }];

/** Shown by the service worker in place of a page that is not cached. */
export default function OfflinePage() {
  return (
    <div className="container failed" data-page="offline">
      <EmptyState
        drawing="door"
        level={1}
        title="No connection"
        action={
          <>
            <a className="button button-primary" href="/cart">
              Open your cart
            </a>
            <a className="link link-lone" href="/">
              Start at the front
            </a>
          </>
        }
      >
        <p>This page has not been read on this device yet. The ones you saw last, and your cart, are still here.</p>
      </EmptyState>
    </div>
  );
}
