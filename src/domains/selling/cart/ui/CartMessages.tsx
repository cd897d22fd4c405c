import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { useCart, useCartStore } from './cart-context.tsx';

function Notice({ isBad: isInvalid = false, onDismiss, children }: { isBad?: boolean; onDismiss?: () => void; children: ReactNode }) {
  return (
    <div className={isInvalid ? 'notice has-error' : 'notice'} role={isInvalid ? 'alert' : 'status'}>
      <Icon name="info" />
      <div>{children}</div>
      {onDismiss && (
        <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** Shows what the shopper must know before checkout: errors, problems, changes by the shop. */
export function CartMessages() {
  const store = useCartStore();
  const isLoaded = useCart((view) => view.isLoaded);
  const isOffline = useCart((view) => view.isOffline);
  const error = useCart((view) => (view.error === view.refusedCoupon?.message ? null : view.error));
  const problems = useCart((view) => view.problems);
  const offersLogin = useCart((view) => view.offersLogin);
  const isChanging = useCart((view) => view.isMerging && view.changeCartOnMerge);
  const notices = useCart((view) => view.notices);
  return (
    <>
      {isChanging && <Notice>We’re putting your two carts together.</Notice>}
      {isOffline && (
        <Notice isBad>
          <b>We can’t reach the cellar.</b> What you changed is kept here, and we’ll try again in a few seconds.{' '}
          <button type="button" className="link" onClick={() => store.retryNow()}>
            Try now
          </button>
        </Notice>
      )}
      {error !== null && (
        <Notice isBad {...(isLoaded && { onDismiss: () => store.dismissError() })}>
          {error}{' '}
          {offersLogin && (
            <button type="button" className="link" onClick={() => store.logIn()}>
              Sign in
            </button>
          )}
          {!isLoaded && (
            <button type="button" className="link" onClick={() => store.refresh()}>
              Try again
            </button>
          )}
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice isBad>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      {notices.length > 0 && (
        <Notice onDismiss={() => store.dismissNotices()}>
          {notices.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
