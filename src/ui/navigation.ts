/** A link of a menu, bar or footer. */
export interface NavLink {
  readonly label: string;
  /** A path on this site, or an address of another site with its protocol. */
  readonly to: string;
  /** It leads to what is being read. */
  readonly current?: boolean;
}
