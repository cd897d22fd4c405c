/** Line icons of the office, 20 × 20. Decorative: the control around an icon has the accessible name. */
const PATHS = {
  today: 'M10 3v2M10 15v2M3 10h2M15 10h2M5 5l1.5 1.5M13.5 13.5 15 15M15 5l-1.5 1.5M6.5 13.5 5 15M10 7a3 3 0 1 1 0 6a3 3 0 0 1 0-6',
  orders: 'M4 3.5h12v13l-2-1.3-2 1.3-2-1.3-2 1.3-2-1.3-2 1.3zM7 7.5h6M7 10.5h6',
  wines:
    'M8.2 1.8h3.6M8.5 2v4.2c0 1.5-2.3 2.3-2.3 5.2V17c0 .8.5 1.2 1.2 1.2h5.2c.7 0 1.2-.4 1.2-1.2v-5.6c0-2.9-2.3-3.7-2.3-5.2V2M6.2 12h7.6',
  stock: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7',
  imports: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 14v2.5h13V14',
  pictures: 'M3 4h14v12H3zM3 13.5l4-4 3.5 3.5 2-2 4.5 4M13 7.2v.1',
  customers:
    'M7.5 4a2.8 2.8 0 1 1 0 5.6a2.8 2.8 0 0 1 0-5.6M2 16.5c.5-3 2.6-4.6 5.5-4.6s5 1.6 5.5 4.6M13 4.4a2.7 2.7 0 0 1 0 5M15 12.4c1.6.6 2.6 2 3 4.1',
  clubs: 'M6 3h8l-.6 5.2a3.4 3.4 0 0 1-6.8 0zM10 11.6V17M7 17h6',
  cards: 'M2.5 5h15v10h-15zM2.5 8.5h15M5.5 12h3',
  pages: 'M5 2.5h7l3.5 3.5v11.5H5zM12 2.5V6h3.5M7.5 10h5.5M7.5 13h5.5',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4a2 2 0 1 1 0 4a2 2 0 0 1 0-4M7 12a2 2 0 1 1 0 4a2 2 0 0 1 0-4',
  staff: 'M10 2.5 16 5v5c0 3.8-2.5 6.2-6 7.5-3.5-1.3-6-3.7-6-7.5V5zM7.5 10l1.8 1.8 3.4-3.6',
  system: 'M2.5 10.5h3.2l2-5.5 3.6 10 2.2-4.5h4',
  search: 'M8.8 3a5.8 5.8 0 1 1 0 11.6a5.8 5.8 0 0 1 0-11.6M13.2 13.2 17.5 17.5',
  menu: 'M2.5 5.5h15M2.5 10h15M2.5 14.5h15',
  close: 'm5 5 10 10M15 5 5 15',
  tick: 'm4 10.5 4 4 8-9',
  dash: 'M5 10h10',
  plus: 'M10 4v12M4 10h12',
  down: 'm5 8 5 5 5-5',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  up: 'm5 12 5-5 5 5',
  redirect: 'M3.5 16v-5a4 4 0 0 1 4-4h9M12.5 3l4 4-4 4',
  ascending: 'M10 15.5v-11M6 8l4-4 4 4',
  descending: 'M10 4.5v11M6 12l4 4 4-4',
  filter: 'M3 5.5h14M5.5 10h9M8 14.5h4',
  columns: 'M3 4h14v12H3zM7.7 4v12M12.3 4v12',
  download: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 16.5h13',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  van: 'M1.5 5h10.5v9H1.5zM12 8h3.5l3 3v3H12zM5 13.3a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4M15 13.3a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4',
  refund: 'M7 4 3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8',
  mail: 'M2.5 4.5h15v11h-15zM2.5 5.5l7.5 6 7.5-6',
  note: 'M4 3h12v9l-4.5 5H4zM11.5 17v-5H16M7 7h6M7 10h3',
  tag: 'M3 3h7l7 7-7 7-7-7zM6.8 6.8v.1',
  warning: 'M10 3 18 17H2zM10 8v4M10 14.4v.1',
  offline: 'M2.5 8a11 11 0 0 1 4-2.3M10 5a11 11 0 0 1 7.5 3M5 11a7 7 0 0 1 3-1.7M12.6 9.5A7 7 0 0 1 15 11M10 14.4v.1M3.5 3.5l13 13',
  info: 'M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15M10 9v5M10 6.2v.2',
  person: 'M10 3a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7M3 17.5c.8-3.6 3.5-5.5 7-5.5s6.2 1.9 7 5.5',
  key: 'M6.5 6.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7M10 10h8M15 10v3.5',
  phone: 'M6 2.5h8v15H6zM9 15h2',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  refresh: 'M16 7a6.5 6.5 0 1 0 .5 4M16.5 3v4.3h-4.3',
  external: 'M8 4H4v12h12v-4M11 3.5h5.5V9M16 4l-7 7',
  print: 'M5.5 7V3h9v4M3 7h14v7h-2.5M5.5 14H3V7M5.5 11.5h9V17h-9z',
  wallet: 'M3 5.5h12.5V8M3 5.5v10h14V8H4.5M13.5 12h.1',
  barcode: 'M3 4.5v11M6 4.5v11M8.5 4.5v11M11 4.5v11M14 4.5v11M17 4.5v11',
  camera: 'M2.5 6h3.3l1.2-2h6l1.2 2h3.3v10h-15zM10 8a3 3 0 1 1 0 6a3 3 0 0 1 0-6',
  pause: 'M7 4v12M13 4v12',
  play: 'M6 4l10 6-10 6z',
  skip: 'M4 4l8 6-8 6zM15 4v12',
  calendar: 'M3 5h14v12H3zM3 8.5h14M7 3v3.5M13 3v3.5',
  bookmark: 'M5.5 3h9v14L10 13.5 5.5 17z',
} as const;

export type OfficeIconName = keyof typeof PATHS;

export function OfficeIcon({ name }: { readonly name: OfficeIconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
