/** Processor time and size of documents as PDF: one page, the same with a name in Chinese, and a hundred pages. */
import type { DocumentSection } from '#lib/document.ts';
import { renderPdf } from '#lib/server/documents/render-pdf.ts';
import { printRows, type Row, row } from './report.ts';

const LINES = 6;

/** A packing slip of six lines. */
const slipFor = (name: string): DocumentSection => ({
  blocks: [
    { kind: 'heading', text: 'Packing slip' },
    { kind: 'lines', title: 'Deliver to', size: 'large', lines: [name, '1 Queens Parade', 'Clifton Hill VIC 3068'] },
    { kind: 'code', value: '1000001', label: '#1000001' },
    {
      kind: 'table',
      columns: [
        { heading: 'Item', width: 'fill' },
        { heading: 'To pack', width: 'fit', isNumber: true },
      ],
      rows: Array.from({ length: LINES }, (_, index) => [
        { text: `Cold Creek Riesling 202${index}`, details: ['1 case of 6 × 750 mL', `SKU CC-${index}`] },
        { text: '1', isBold: true },
      ]),
    },
  ],
});

const rows: Row[] = [];

/** Draws a document and notes its cost. */
async function measure(what: string, sections: readonly DocumentSection[]): Promise<void> {
  const before = process.cpuUsage();
  const bytes = await renderPdf({
    title: what,
    author: 'Cellardoor',
    language: 'en-AU',
    createdAt: new Date(0),
    sections,
    footer: 'Cellardoor',
  });
  const { user, system } = process.cpuUsage(before);
  rows.push(row(`${what}: processor time`, (user + system) / 1_000, 'ms'), row(`${what}: size`, bytes.length / 1_024, 'KB'));
}

const [english, chinese] = [slipFor('Grace Hopper'), slipFor('李小龍')];
await measure('the first page, with the fonts', [english]);
await measure('one page', [english]);
await measure('the first name in Chinese', [chinese]);
await measure(
  'a hundred pages',
  Array.from({ length: 100 }, () => english),
);
printRows('Documents', rows);
