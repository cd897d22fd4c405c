import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from './Logo.tsx';
import { uiMessages } from './messages.ts';
import type { NavLink } from './navigation.ts';
import { SiteLink } from './SiteLink.tsx';
import { useShopName } from './shop-identity.ts';

export interface FooterGroup {
  readonly title: string;
  readonly links: readonly NavLink[];
  /** Text below the links. */
  readonly note?: string;
}

export interface FooterProps {
  /** One line about the shop. Left out if empty. */
  readonly about: string;
  readonly groups: readonly FooterGroup[];
  readonly children: ReactNode;
}

/** Footer of every page: links, legal notices and licence. */
export function Footer({ about, groups, children }: FooterProps) {
  return (
    <footer className="site-footer">
      <div className="container">
        <div className="site-footer-grid">
          <div>
            <Link className="logo" to="/" aria-label={uiMessages.home(useShopName())}>
              <Logo />
            </Link>
            {about && <p className="site-footer-about text-muted">{about}</p>}
          </div>
          {groups.map((group) => (
            <nav key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link.to}>
                    <SiteLink link={link} />
                  </li>
                ))}
              </ul>
              {group.note && <p className="text-muted">{group.note}</p>}
            </nav>
          ))}
        </div>
        <div className="legal">{children}</div>
      </div>
    </footer>
  );
}
