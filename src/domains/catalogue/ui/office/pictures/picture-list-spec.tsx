/** Columns, filters and views of the list of pictures. */
import { PICTURE_USE_LABELS, pictureListMessages as text } from '#domains/catalogue/messages/office-pictures.ts';
import { PICTURE_USES } from '#domains/catalogue/model/picture-list.ts';
import type { PictureRow } from '#domains/catalogue/picture-office-contract.ts';
import { DEFAULT_MARKET } from '#markets/market.ts';
import { timeZoneOf } from '#markets/market-day.ts';
import { formatRelative } from '#ui/office/format-time.ts';
import type { GridLimits } from '#ui/office/grid/grid-state.ts';
import type { GridColumn, GridFilter, GridView } from '#ui/office/grid/grid-types.ts';
import { builtInView } from '#ui/office/grid/grid-views.ts';

/** Returns the name of a picture as screens show it. */
export const pictureName = ({ id, name, usedBy }: Pick<PictureRow, 'id' | 'name' | 'usedBy'>): string =>
  name || usedBy[0] || text.unnamed(id);

function Name({ row }: { readonly row: PictureRow }) {
  return (
    <span className="pic-cell">
      <img src={row.src} alt="" className="pic-thumb" loading="lazy" decoding="async" />
      <span>{pictureName(row)}</span>
    </span>
  );
}

function Uses({ row: { usedBy, wines, pages } }: { readonly row: PictureRow }) {
  const all = wines + pages;
  return all === 0 ? <span className="text-muted">{text.unused}</span> : <span>{text.usedBy(usedBy, all)}</span>;
}

export const PICTURE_COLUMNS: readonly GridColumn<PictureRow>[] = [
  {
    key: 'picture',
    label: text.columns.picture,
    sort: 'name',
    width: 'minmax(220px, 1.4fr)',
    isKey: true,
    phone: '1-start',
    render: (row) => <Name row={row} />,
  },
  { key: 'use', label: text.columns.use, width: 'minmax(180px, 1.4fr)', phone: '2-start', render: (row) => <Uses row={row} /> },
  {
    key: 'described',
    label: text.columns.described,
    width: 'minmax(160px, 1fr)',
    render: ({ alt }) => (alt === '' ? <span className="text-muted">{text.notDescribed}</span> : alt),
  },
  {
    key: 'size',
    label: text.columns.size,
    width: '170px',
    phone: '3-start',
    render: ({ width, height, bytes }) => (
      <span className="num text-muted">
        {[text.pixels(width, height), bytes === null ? '' : text.fileSize(bytes)].filter(Boolean).join(', ')}
      </span>
    ),
  },
  { key: 'by', label: text.columns.by, width: '120px', isExtra: true, render: ({ addedBy }) => text.by(addedBy) },
  {
    key: 'added',
    label: text.columns.added,
    sort: 'added',
    width: '130px',
    phone: '3-end',
    render: ({ addedAt }) => <span className="num">{formatRelative(addedAt, timeZoneOf(DEFAULT_MARKET))}</span>,
  },
];

export const PICTURE_FILTERS: readonly GridFilter[] = [
  {
    key: 'use',
    label: text.filters.use,
    kind: 'choice',
    options: PICTURE_USES.map((value) => ({ value, label: PICTURE_USE_LABELS[value] })),
  },
  {
    key: 'described',
    label: text.filters.described,
    kind: 'choice',
    options: [
      { value: 'yes', label: text.described },
      { value: 'no', label: text.notDescribed },
    ],
  },
  { key: 'added', label: text.filters.added, kind: 'date' },
];

export const PICTURE_LIMITS: GridLimits = {
  filters: ['use', 'described', 'added'],
  sorts: ['added', 'name'],
  defaultSort: { key: 'added', isDescending: true },
  columns: PICTURE_COLUMNS.map(({ key }) => key),
};

/** The views that every shop has. */
export const PICTURE_VIEWS: readonly GridView[] = [
  builtInView(PICTURE_LIMITS, 'all', text.views.all),
  builtInView(PICTURE_LIMITS, 'wines', text.views.wines, { use: 'wine' }),
  builtInView(PICTURE_LIMITS, 'pages', text.views.pages, { use: 'page' }),
  builtInView(PICTURE_LIMITS, 'unused', text.views.unused, { use: 'none' }),
];
