/** Name and logo of the shop, which the retailer may choose. */

/** Name of a shop whose retailer has chosen none. */
export const SHOP_NAME = 'Cellardoor';

/** A file of the logo with the size at which pages show it. */
export interface LogoPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** What the retailer has chosen. What is left out is that of the design. */
export interface ShopIdentity {
  readonly name?: string;
  readonly logo?: LogoPicture;
  /** For dark pages, as a source of the picture. */
  readonly logoDark?: Omit<LogoPicture, 'src'> & { readonly srcSet: string };
}
