import { type ReactNode, Suspense } from 'react';
import { Link, Outlet, useLocation, useRouteError, useRouteLoaderData } from 'react-router';
import { DEFAULT_TITLES } from '#domains/content/messages/menu-titles.ts';
import { AccountLink } from '#domains/customers/identity/ui/AccountLink.tsx';
import { FavouritesLoader } from '#domains/discovery/favourites/ui/load-favourites.ts';
import { indexName } from '#domains/discovery/search/model/index-names.ts';
import { HostedSearchContext } from '#domains/discovery/search/ui/hosted-search-context.ts';
import { SearchBox } from '#domains/discovery/search/ui/SearchBox.tsx';
import { CartLink } from '#domains/selling/cart/ui/CartLink.tsx';
import { CartProvider } from '#domains/selling/cart/ui/CartProvider.tsx';
import { OneClickCheckout } from '#domains/selling/checkout/ui/one-click/OneClickCheckout.tsx';
import { OneClickCheckoutProvider } from '#domains/selling/checkout/ui/one-click/OneClickCheckoutProvider.tsx';
import { DeliveryStrip } from '#domains/selling/shipping/ui/DeliveryStrip.tsx';
import { getMarketConfig } from '#markets/market.ts';
import { MarketProvider } from '#markets/ui/market-context.tsx';
import { Footer } from '#ui/Footer.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyComponent } from '#ui/lazy-component.ts';
import { ProgressLine } from '#ui/NavigationProgress.tsx';
import { RouteAnnouncer } from '#ui/RouteAnnouncer.tsx';
import { SiteHeader } from '#ui/SiteHeader.tsx';
import { ToastCorner } from '#ui/ToastRegion.tsx';
import { useIdle } from '../_layout/use-idle.ts';
import { useSiteData } from '../_layout/use-site-data.ts';
import { marketLinks, otherShop, otherShops, type ShopLink, type SiteData, telUrl } from '../links.ts';
import { layoutMessages as m } from '../messages.ts';

const IdleParts = lazyComponent(() => import('./IdleParts.tsx'));

/** State of the visible list that the layout reads: active link and search text. */
interface DisplayedList {
  readonly category: string;
  readonly state: { readonly query: string };
}

/** Shown next to the checkout button of cart page and cart dropdown. */
const ONE_CLICK_CHECKOUT = <OneClickCheckout />;

/** Layout route of the shop: header and footer around its pages. */
export default function ShopLayoutRoute() {
  const siteData = useSiteData();
  return (
    siteData && (
      <ShopLayout siteData={siteData}>
        <Outlet />
      </ShopLayout>
    )
  );
}

/** Header and footer around a page or an error of a site. The search box has the name of its site [NAME-9]. */
export function ShopLayout({ siteData, children }: { siteData: SiteData; children: ReactNode }) {
  const { pathname } = useLocation();
  const wines = useRouteLoaderData<DisplayedList>('wines');
  const spirits = useRouteLoaderData<DisplayedList>('spirits');
  const list = wines ?? spirits;

  const isIdle = useIdle();
  const { site, layout } = siteData;
  // A 404 page must not show in its bytes which URL was requested [CAT-18].
  const hasFailed = Boolean(useRouteError());
  const here = list?.category ?? (hasFailed ? null : `/${pathname.split('/')[1]}`);
  const markCurrent = (link: ShopLink) => ({ ...link, current: link.to === here });

  const other = otherShop(siteData);
  const crossing = other ? [{ label: m.otherShop[site.kind], to: `${other.origin}/` }] : [];
  const phone = layout.supportPhone ? [{ label: layout.supportPhone, to: telUrl(layout.supportPhone) }] : [];
  const markets = marketLinks(siteData, pathname);
  const shops = otherShops(siteData);
  const law = getMarketConfig(site.market);
  const { links, delivery } = layout;
  const titles = { ...DEFAULT_TITLES, ...links.titles };
  const email = layout.supportEmail ? [{ label: layout.supportEmail, to: `mailto:${layout.supportEmail}` }] : [];
  const help = [...links.help, ...phone, ...email];
  const deliveryNote = `${delivery.free}. ${delivery.otherwise}`;

  return (
    <MarketProvider market={site.market} terms={layout.terms}>
      <HostedSearchContext value={layout.search}>
        <OneClickCheckoutProvider market={site.market}>
          <CartProvider market={site.market} listPath={site.listPath} oneClickCheckout={ONE_CLICK_CHECKOUT}>
            <a className="skip" href="#main">
              {m.skip}
            </a>
            <ProgressLine />
            <SiteHeader
              promise={delivery.free}
              logoLabel={<DeliveryStrip />}
              asides={[...phone, ...crossing]}
              markets={markets}
              links={links.main.map(markCurrent)}
              menu={[
                { title: titles.menu, links: links.categoryLinks.map(markCurrent) },
                { title: titles.read, links: links.read },
                { title: titles.help, links: help },
                { title: m.otherShops, links: shops },
              ]}
              search={
                <SearchBox
                  kind={site.kind}
                  path={site.listPath}
                  index={indexName(site.market)}
                  label={m.search[site.kind]}
                  placeholder={m.searchExample[site.kind]}
                  query={list?.state.query ?? ''}
                />
              }
            >
              <AccountLink isHere={layout.login.isHere} />
              <Link className="icon-button favourites-link" to="/favourites" aria-label={m.favourites}>
                <Icon name="heart" />
              </Link>
              <CartLink />
            </SiteHeader>
            <main id="main" tabIndex={-1}>
              {children}
            </main>
            <Footer
              about={layout.brand.about}
              groups={[
                { title: titles.shop, links: links.shop },
                { title: titles.read, links: links.read },
                { title: titles.help, links: help, note: layout.supportHours ? `${layout.supportHours}. ${deliveryNote}` : deliveryNote },
                { title: titles.about, links: [...links.about, ...shops] },
              ]}
            >
              <p>{law.licenceNotice}</p>
              <p>{m.prices(layout.licence, getMarketConfig(site.market).demonym, law.taxName)}</p>
              {layout.brand.acknowledgement && <p>{layout.brand.acknowledgement}</p>}
              {isIdle && (
                <Suspense fallback={null}>
                  <IdleParts appId={layout.oneSignalAppId} limits={layout.notificationLimits} />
                </Suspense>
              )}
            </Footer>
            <ToastCorner />
            <FavouritesLoader />
            <RouteAnnouncer />
          </CartProvider>
        </OneClickCheckoutProvider>
      </HostedSearchContext>
    </MarketProvider>
  );
}
