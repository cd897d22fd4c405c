import type { ReactNode } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { cartNoticeMessages } from '../messages/cart.ts';
import { useCart, useCartStore } from './cart-context.tsx';

function Notice({ isError = false, onDismiss, children }: { isError?: boolean; onDismiss?: () => void; children: ReactNode }) {
  return (
    <div className={isError ? 'notice has-error' : 'notice'} role={isError ? 'alert' : 'status'}>
      <Icon name="info" />
      <div>{children}</div>
      {onDismiss && (
        <button type="button" className="icon-button" aria-label={cartNoticeMessages.dismiss} onClick={onDismiss}>
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
  const isCombining = useCart((view) => view.isMerging && view.changeCartOnMerge);
  const notices = useCart((view) => view.notices);
  return (
    <>
      {isCombining && <Notice>{cartNoticeMessages.merging}</Notice>}
      {isOffline && (
        <Notice isError>
          <b>{cartNoticeMessages.offlineTitle}</b> {cartNoticeMessages.offline}{' '}
          <button type="button" className="link" onClick={() => store.retryNow()}>
            {cartNoticeMessages.tryNow}
          </button>
        </Notice>
      )}
      {error !== null && (
        <Notice isError {...(isLoaded && { onDismiss: () => store.dismissError() })}>
          {error}{' '}
          {offersLogin && (
            <button type="button" className="link" onClick={() => store.logIn()}>
              {cartNoticeMessages.signIn}
            </button>
          )}
          {!isLoaded && (
            <button type="button" className="link" onClick={() => store.refresh()}>
              {cartNoticeMessages.tryAgain}
            </button>
          )}
        </Notice>
      )}
      {problems.length > 0 && (
        <Notice isError>
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
