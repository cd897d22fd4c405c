/** Text of the design system. */
export const uiMessages = {
  home: (shopName: string) => `${shopName}, home`,
  breadcrumbs: 'Breadcrumb',
  menu: 'Menu',
  closeMenu: 'Close menu',
  pagination: 'Pagination',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
  country: 'Country',
  mainNavigation: 'Main',
} as const;

/** Shown where JavaScript is off, so only the server needs it. */
export const NO_SCRIPT = 'JavaScript is turned off in your browser. You can browse and search, but you’ll need to turn it on to buy.';
