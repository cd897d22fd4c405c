import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { PAGES } from './routes/pages.ts';

const accountPage = (name: string) => `domains/customers/account/ui/${name}Section.tsx`;

/** Pages with the account's layout, below /account [ACC-1]. */
const ACCOUNT_PAGES = [
  index(accountPage('Overview'), { id: 'account-overview' }),
  route('orders', accountPage('Orders')),
  route('orders/:id', accountPage('Order')),
  route('wine-clubs', accountPage('WineClubs')),
  route('very-important-mofo', accountPage('Loyalty')),
  route('referral', accountPage('Referral')),
  route('favourites', accountPage('Favourites')),
  route('addresses', accountPage('Addresses')),
  route('cards', accountPage('Cards')),
  route('credit', accountPage('Credit')),
  route('profile', accountPage('Profile')),
  route('email', accountPage('Email')),
  route('password', accountPage('Password')),
  route('devices', accountPage('Sessions')),
  route('privacy', accountPage('Privacy')),
  route('*', 'routes/account/NotFoundPage.tsx'),
];

/** The table of pages as the router's routes. */
export default PAGES.map(({ id, path, file }) => {
  if (path === '') return index(file, { id });
  return id === 'account' ? route('account', file, { id }, ACCOUNT_PAGES) : route(path, file, { id });
}) satisfies RouteConfig;
