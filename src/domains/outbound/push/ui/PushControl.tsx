import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useAuth, useAuthStore } from '#domains/customers/identity/ui/auth-context.ts';
import { signedTransport } from '#domains/customers/identity/ui/authenticated-transport.ts';
import { useCart, useCartStore } from '#domains/selling/cart/ui/cart-context.tsx';
import { fetchTransport } from '#lib/browser/fetch-transport.ts';
import { client } from '#lib/client.ts';
import { pushContract } from '../contract.ts';
import { pushMessages } from '../messages.ts';
import type { NotificationLimits } from '../model/format-notification-limits.ts';
import { tagsOf } from '../model/tags.ts';
import { createBrowserPush } from './open-push.ts';
import { onTurnedOff } from './opt-out.ts';
import { PushSentence } from './PushSentence.tsx';
import type { Push } from './push-port.ts';

interface PushControlProps {
  readonly appId: string | null;
  readonly limits: NotificationLimits | null;
  /** True if the shopper turned notifications on before this part had loaded. */
  readonly isRequested: boolean;
}

/** Turns notifications on and off, and sends customer and cart tags to the push service. Loaded lazily. */
export default function PushControl({ appId, limits, isRequested }: PushControlProps) {
  const auth = useAuthStore();
  const push = useMemo(() => createBrowserPush(auth, appId), [auth, appId]);
  const { permission, isEnabled, isSubmitting, hasFailed } = useSyncExternalStore(push.subscribe, push.current);
  useFollowPermission(push);
  useSendTags(push, isEnabled);
  useEffect(() => {
    if (isRequested) void push.enable();
  }, [push, isRequested]);
  if (permission === 'denied') return <p id="notifications">{pushMessages.blocked}</p>;
  return (
    <PushSentence
      isEnabled={isEnabled}
      isSubmitting={isSubmitting}
      limits={limits}
      failure={hasFailed ? pushMessages.failed : null}
      onPress={() => void (isEnabled ? push.disable() : push.enable())}
    />
  );
}

/** Follows the permission, which can change in the browser's settings at any time [PUSH-4]. */
function useFollowPermission(push: Push): void {
  useEffect(() => {
    void push.follow();
    const following = new AbortController();
    navigator.permissions?.query({ name: 'notifications' }).then(
      (status) => status.addEventListener('change', () => void push.follow(), { signal: following.signal }),
      () => {},
    );
    onTurnedOff(() => void push.follow(), following.signal);
    return () => following.abort();
  }, [push]);
}

/** Sends the tags of the cart [PUSH-5] and the signed-in customer when they change. */
function useSendTags(push: Push, isEnabled: boolean): void {
  const auth = useAuthStore();
  const { user, isLoading } = useAuth();
  const customerId = user?.customerId ?? 0;
  const cart = useCart(({ cart: current }) => current);
  const isSettled = useCart(({ isLoaded, isPending }) => isLoaded && !isPending);
  const { load } = useCartStore();
  const syncedRef = useRef({ customerId: -1, cart: '' });

  useEffect(() => {
    if (isEnabled) load();
  }, [load, isEnabled]);

  useEffect(() => {
    if (!isEnabled || isLoading || syncedRef.current.customerId === customerId) return;
    syncedRef.current = { customerId, cart: '' };
    void push.setUser(customerId === 0 ? null : String(customerId));
  }, [push, isEnabled, isLoading, customerId]);

  useEffect(() => {
    const lines = cart?.lineItems ?? [];
    const state = lines.length === 0 ? 'empty' : `${cart?.id} ${cart?.version}`;
    if (!isEnabled || isLoading || !isSettled || syncedRef.current.cart === state) return;
    const wasFull = syncedRef.current.cart !== '' && syncedRef.current.cart !== 'empty';
    syncedRef.current.cart = state;
    void push.tag(tagsOf(lines, Date.now(), location.origin), cart?.id ?? null);
    // The customer's other devices still have the tags of the cart that was emptied here.
    if (state === 'empty' && wasFull && customerId !== 0)
      void client(pushContract, signedTransport(fetchTransport(), auth))
        .removeUserTags({ externalUserId: String(customerId) })
        .catch(() => {});
  }, [push, auth, isEnabled, isLoading, isSettled, cart, customerId]);
}
