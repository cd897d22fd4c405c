import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from './Logo.tsx';
import { type MenuGroup, MenuSheet } from './MenuSheet.tsx';
import { NO_SCRIPT, uiMessages } from './messages.ts';
import type { NavLink } from './navigation.ts';
import { SiteLink } from './SiteLink.tsx';
import { useShopName } from './shop-identity.ts';

export interface SiteHeaderProps {
  /** Text on the left of the bar: threshold of free delivery. */
  readonly promise: string;
  /** Control for the delivery location, at the left of the links. */
  readonly logoLabel: ReactNode;
  /** Links on the right of the bar: phone number, other shop. */
  readonly asides: readonly NavLink[];
  /** The same shop in each market. The current one is marked. */
  readonly markets: readonly NavLink[];
  readonly links: readonly NavLink[];
  readonly menu: readonly MenuGroup[];
  /** The search box. */
  readonly search: ReactNode;
  /** Right end: account and cart. */
  readonly children: ReactNode;
}

/** Header of every page: bar, logo, search and navigation. */
export function SiteHeader({ promise, logoLabel, asides, markets, links, menu, search, children }: SiteHeaderProps) {
  return (
    <header>
      <div className="top-bar">
        <div className="container">
          <p>{promise}</p>
          {logoLabel}
          <ul className="top-bar-links">
            {asides.map((link) => (
              <li key={link.to}>
                <SiteLink link={link} />
              </li>
            ))}
          </ul>
          {markets.length > 1 && (
            <nav className="segmented-control" aria-label={uiMessages.country}>
              {markets.map((link) => (
                <SiteLink key={link.label} link={link} />
              ))}
            </nav>
          )}
        </div>
      </div>
      <div className="site-header">
        <div className="container">
          <MenuSheet groups={menu} />
          <Link className="logo" to="/" prefetch="intent" viewTransition aria-label={uiMessages.home(useShopName())}>
            <Logo />
          </Link>
          <nav className="nav" aria-label={uiMessages.mainNavigation}>
            {links.map((link) => (
              <SiteLink key={link.to} link={link} />
            ))}
          </nav>
          <div className="site-header-right">
            {search}
            {children}
          </div>
        </div>
      </div>
      <noscript>
        <p className="container no-script">{import.meta.env.SSR && NO_SCRIPT}</p>
      </noscript>
    </header>
  );
}
