import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { AuthUser } from '#domains/customers/identity/model/auth-user.ts';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { ConsentNotice } from '#domains/outbound/analytics/ui/ConsentNotice.tsx';
import { createAnalytics } from '#domains/outbound/analytics/ui/create-analytics.ts';
import { redactUrl, safePath } from '#domains/outbound/analytics/ui/redact-url.ts';
import type { AnalyticsShopper, RunningAnalytics } from '#domains/outbound/analytics/ui/start-analytics.ts';
import { enqueueEvent, track } from '#domains/outbound/analytics/ui/track.ts';
import type { SiteData } from '../links.ts';

/** Delay of a page view after navigation, so that the new title is set [ANA-3]. */
const PAGE_VIEW_MS = 50;

const shopperOf = (user: AuthUser | null): AnalyticsShopper | null =>
  user && {
    sub: user.sub,
    traits: { email: user.email, loyalty_tier: user.loyalty_tier, customer_group: user.customer_group || user.loyalty_tier },
  };

function usePageViews(): void {
  const { pathname, search } = useLocation();
  const previous = useRef('');
  useEffect(() => {
    const path = `${pathname}${search}`;
    const timer = setTimeout(() => {
      const url = redactUrl(new URL(path, location.origin).href);
      const referrer = previous.current || redactUrl(document.referrer);
      previous.current = url;
      enqueueEvent({ type: 'page', name: '', properties: { title: document.title, path: safePath(pathname), url, referrer } });
    }, PAGE_VIEW_MS);
    return () => clearTimeout(timer);
  }, [pathname, search]);
}

/** Reports which card of a list was opened. */
function useCardClicks(): void {
  useEffect(() => {
    const clicked = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('article[data-offer] a[href]') : null;
      const card = link?.closest<HTMLElement>('article[data-offer]');
      if (!link || !card) return;
      const position = [...(card.parentElement?.children ?? [])].indexOf(card);
      track('Product Clicked', {
        product_id: card.dataset.product ?? '',
        offer_id: card.dataset.offer ?? '',
        name: link.textContent.trim(),
        url: redactUrl(link.href),
        quantity: 1,
        position: Math.max(0, position),
      });
    };
    document.addEventListener('click', clicked, { capture: true });
    return () => document.removeEventListener('click', clicked, { capture: true });
  }, []);
}

/** Sends the analytics events of pages once the shopper's identity is known. */
export function Analytics({ siteData }: { siteData: SiteData }) {
  const { user, isLoading } = useAuth();
  const running = useRef<RunningAnalytics | null>(null);
  const latest = useRef(user);
  latest.current = user;
  const [isOn, setOn] = useState<boolean | null>(null);
  /** True once the shopper is known. Stays true, so that renewed tokens do not restart analytics. */
  const [isLoaded, setKnown] = useState(false);
  if (!isLoading && !isLoaded) setKnown(true);
  const { analytics } = siteData.layout;
  const { market } = siteData.site;

  useEffect(() => {
    if (!isLoaded) return;
    const opened = createAnalytics(analytics, market, shopperOf(latest.current));
    running.current = opened;
    setOn(opened.isEnabled());
    const leave = (): void => {
      if (document.visibilityState === 'hidden') opened.flush('leaving');
    };
    const comeOnline = (): void => opened.flush('now');
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', comeOnline);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', comeOnline);
      opened.stop();
      running.current = null;
    };
  }, [isLoaded, analytics, market]);

  useEffect(() => {
    if (!isLoading) running.current?.shopper(shopperOf(user));
  }, [user, isLoading]);

  usePageViews();
  useCardClicks();

  const choose = (choice: 'yes' | 'no'): void => {
    running.current?.choose(choice);
    setOn(running.current?.isEnabled() ?? null);
  };
  return isOn === null ? null : (
    <ConsentNotice choice={running.current?.choice() ?? null} isEnabled={isOn} sharedWith={analytics.sharedWith} onChoose={choose} />
  );
}
