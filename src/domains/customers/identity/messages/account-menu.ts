/** Text of the account menu in the header. */
export const accountMenuMessages = {
  label: (name: string) => `Account, ${name}`,
  account: 'Account',
  orders: 'Orders',
  clubs: 'Wine clubs',
  favourites: 'Favourites',
  signOut: 'Sign out',
} as const;
