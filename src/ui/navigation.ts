/** A link of a menu, bar or footer. */
export interface NavLink {
  readonly label: string;
  /** Path on this site, or absolute URL of another site. */
  readonly to: string;
  /** True for the current page. */
  readonly current?: boolean;
}
