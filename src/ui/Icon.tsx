/** Line icons, 20 × 20, that several pages use. Decorative: the control around an icon has the accessible name. */
const PATHS = {
  search: 'M8.8 3a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 0 1 0-11.6M13.2 13.2 17.5 17.5',
  menu: 'M2.5 5.5h15M2.5 10h15M2.5 14.5h15',
  close: 'm5 5 10 10M15 5 5 15',
  cart: 'M2.5 7.5h15v9.5h-15zM2.5 12.2h15M7.5 7.5V17M12.5 7.5V17M5 7.5V3.5M10 7.5V3.5M15 7.5V3.5',
  person: 'M10 3a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7M3 17.5c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5',
  van: 'M1.5 5h10.5v9H1.5zM12 8h3.5l3 3v3H12zM5 13.3a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4M15 13.3a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4',
  tick: 'm4 10.5 4 4 8-9',
  info: 'M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15M10 9v5M10 6.2v.2',
  heart: 'M10 17C5.6 13.6 2.8 10.9 2.8 7.6a3.7 3.7 0 0 1 7.2-1.3 3.7 3.7 0 0 1 7.2 1.3c0 3.3-2.8 6-7.2 9.4Z',
  key: 'M6.5 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7M10 10h8M15 10v3.5',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  down: 'm5 8 5 5 5-5',
  filter: 'M3 5.5h14M5.5 10h9M8 14.5h4',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
} as const;

export type IconName = keyof typeof PATHS;

interface IconProps {
  readonly className?: string | undefined;
}

/** An icon that only one page has. @param path drawing within 20 × 20 */
export function LineIcon({ path, className }: IconProps & { readonly path: string }) {
  return (
    <svg className={className ? `icon ${className}` : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export const Icon = ({ name, className }: IconProps & { readonly name: IconName }) => <LineIcon path={PATHS[name]} className={className} />;
