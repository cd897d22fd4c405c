import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { useAuth } from '#domains/customers/identity/ui/auth-context.ts';
import { trimEndOf } from '#lib/trim.ts';
import { AddressesSection } from './AddressesSection.tsx';
import { CardsSection } from './CardsSection.tsx';
import { CreditSection } from './CreditSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import FavouritesSection from './FavouritesSection.tsx';
import { LoyaltySection } from './LoyaltySection.tsx';
import { OrderSection } from './OrderSection.tsx';
import { OrdersSection } from './OrdersSection.tsx';
import { OverviewSection } from './OverviewSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { PrivacySection } from './PrivacySection.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { ReferralSection } from './ReferralSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import { WineClubsSection } from './WineClubsSection.tsx';

interface Section {
  readonly path: string;
  readonly title: string;
  readonly Page: ComponentType;
}

/** The pages below /account, as its navigation lists them. */
const SECTIONS: readonly Section[] = [
  { path: '', title: 'Overview', Page: OverviewSection },
  { path: 'orders', title: 'Orders', Page: OrdersSection },
  { path: 'wine-clubs', title: 'Wine clubs', Page: WineClubsSection },
  { path: 'very-important-mofo', title: 'Loyalty', Page: LoyaltySection },
  { path: 'referral', title: 'Invite a friend', Page: ReferralSection },
  { path: 'favourites', title: 'Favourites', Page: FavouritesSection },
  { path: 'addresses', title: 'Addresses', Page: AddressesSection },
  { path: 'cards', title: 'Cards', Page: CardsSection },
  { path: 'credit', title: 'Credit and gift cards', Page: CreditSection },
  { path: 'profile', title: 'Details', Page: ProfileSection },
  { path: 'email', title: 'Change e-mail', Page: EmailSection },
  { path: 'password', title: 'Change password', Page: PasswordSection },
  { path: 'devices', title: 'Devices', Page: SessionsSection },
  { path: 'privacy', title: 'Privacy', Page: PrivacySection },
];

const linkOf = ({ path }: Section): string => (path === '' ? '/account' : `/account/${path}`);

/** The account's navigation with the page that the address names. */
export default function AccountSections() {
  const { user } = useAuth();
  const rest = trimEndOf(useParams()['*'] ?? '', /\//);
  const [first = '', second] = rest.split('/');
  const section = SECTIONS.find(({ path }) => path === first);
  const isOrder = first === 'orders' && second !== undefined;
  return (
    <div className="wrap acct-grid">
      <nav className="acct-nav" aria-label="Account">
        <p className="label quiet">{user?.name}</p>
        <ul>
          {SECTIONS.map((other) => (
            <li key={other.path}>
              <Link to={linkOf(other)} aria-current={other === section ? 'page' : undefined}>
                {other.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="acct-main">{isOrder ? <OrderSection id={second} /> : section ? <section.Page /> : <NoSection />}</div>
    </div>
  );
}

const NoSection = () => (
  <>
    <h1 className="d38">There is no such page</h1>
    <p>
      <Link className="link link-lone" to="/account">
        To your account
      </Link>
    </p>
  </>
);
