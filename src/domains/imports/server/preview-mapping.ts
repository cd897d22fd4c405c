/** The first rows of a file as the wines that a mapping makes of them, while a person corrects it. */
import { rowReader } from '#domains/catalogue/model/import/map-row.ts';
import { matchHeader } from '#domains/catalogue/model/import/mapping/header.ts';
import type { Mapping } from '#domains/catalogue/model/import/mapping/mapping.ts';
import type { FileSample } from '#domains/catalogue/model/import/mapping/propose-mapping.ts';
import { type OfferRecordInput, offerRecord } from '#domains/catalogue/model/record.ts';
import { MARKETS } from '#markets/market.ts';
import type { PreviewRow } from '../office-contract.ts';
import { titleOf } from './compare-records.ts';

const SHOWN_ROWS = 12;

const fieldsOf = (offer: OfferRecordInput, costCents: number | null): PreviewRow['fields'] => {
  const { category, country, region, varietal, packSize, bottleMl, alcoholPercent, sku } = offer;
  const prices = MARKETS.flatMap((market) => {
    const price = offer.prices[market]?.packPrice;
    return price === undefined ? [] : [{ field: `packPrice ${market}`, value: price.toFixed(2) }];
  });
  const all = [
    ...prices,
    { field: 'cost', value: costCents === null ? '' : (costCents / 100).toFixed(2) },
    { field: 'packSize', value: `${packSize} × ${bottleMl} ml` },
    { field: 'category', value: category },
    { field: 'varietal', value: varietal ?? '' },
    { field: 'region', value: [region, country].filter(Boolean).join(', ') },
    { field: 'alcoholPercent', value: alcoholPercent == null ? '' : `${alcoholPercent}%` },
    { field: 'sku', value: sku },
  ];
  return all.filter(({ value }) => value !== '');
};

/** Maps the first rows of a sample. */
export function previewRows(
  mapping: Mapping,
  { headers, rows, format }: FileSample,
): { readonly rows: PreviewRow[]; readonly problems: string[] } {
  const matched = matchHeader(mapping, headers);
  if (!('header' in matched)) {
    const { missing, twice } = matched;
    return {
      rows: [],
      problems: [
        ...missing.map((header) => `The file has no column “${header}”.`),
        ...twice.map((header) => `More than one column is called “${header}”.`),
      ],
    };
  }
  const read = rowReader(mapping, matched.header);
  const shown = rows.slice(0, SHOWN_ROWS).map((cells): PreviewRow => {
    const mapped = read(cells);
    const own = format === 'json' ? cells.map((cell) => cell.slice(0, 100)) : [...cells];
    if ('error' in mapped) return { cells: own, title: '', fields: [], problem: mapped.error.reason };
    const { offer, costCents } = mapped.records(1);
    const checked = offerRecord.safeParse(offer);
    const issue = checked.success ? null : checked.error.issues[0];
    const problem = issue ? `This row doesn’t make a valid offer: ${issue.path.join('.')} ${issue.message}.` : '';
    return {
      cells: own,
      title: titleOf({ brand: offer.brand, name: offer.name, vintage: offer.vintage ?? '' }),
      fields: fieldsOf(offer, costCents),
      problem,
    };
  });
  return { rows: shown, problems: [] };
}
