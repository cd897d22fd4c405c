/** Draws documents as PDF. */
import pdfmake from 'pdfmake';
import type { Content, CustomTableLayout, PageSize, TableCell as PdfCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import virtualFileSystem from 'pdfmake/js/virtual-fs.js';
import type { DocumentBlock, DocumentSection, Paper, PrintedDocument, TableCell, TableColumn } from '#lib/document.ts';
import { FIRST_FONT, loadFont, splitByFont } from './fonts.ts';

const POINTS_PER_MM = 72 / 25.4;
const mm = (length: number): number => length * POINTS_PER_MM;

interface PaperFormat {
  readonly size: PageSize;
  readonly fontSize: number;
  readonly margins: [left: number, top: number, right: number, bottom: number];
}

const PAPERS: Readonly<Record<Paper, PaperFormat>> = {
  a4: { size: 'A4', fontSize: 9.5, margins: [mm(18), mm(16), mm(18), mm(20)] },
  card: { size: { width: mm(210), height: mm(148) }, fontSize: 10, margins: [mm(16), mm(16), mm(16), mm(18)] },
  // Printers of labels print nearly to the edge.
  label: { size: { width: mm(100), height: mm(150) }, fontSize: 8.5, margins: [mm(6), mm(6), mm(6), mm(6)] },
};

const INK = '#1c1a17';
const MUTED = '#5d574f';
const LINE = '#d9d3c8';
const FRAME = '#f5f1ea';
const CODE_SIZE = mm(22);

/** Lines under the heading and under each row. */
const TABLE_LAYOUT: CustomTableLayout = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (index) => (index === 1 ? INK : LINE),
  paddingLeft: (index) => (index === 0 ? 0 : 14),
  paddingRight: () => 0,
  paddingTop: () => 4,
  paddingBottom: () => 4,
};
const FRAME_LAYOUT: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  fillColor: () => FRAME,
  paddingLeft: () => 10,
  paddingRight: () => 10,
  paddingTop: () => 8,
  paddingBottom: () => 8,
};
const TOTALS_LAYOUT: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/** Returns a text as runs of the fonts that draw it, and adds them to the fonts of the document. */
type Write = (text: string) => Content;

const writeCell = (write: Write, { text, details = [], isBold = false }: TableCell, { isNumber = false }: TableColumn): PdfCell => ({
  stack: [{ text: write(text), bold: isBold }, ...details.map((detail): Content => ({ text: write(detail), color: MUTED, fontSize: 8.5 }))],
  alignment: isNumber ? 'right' : 'left',
});

function writeBlock(write: Write, block: DocumentBlock): Content {
  switch (block.kind) {
    case 'heading':
      return { text: write(block.text), bold: true, fontSize: 19, margin: [0, 0, 0, 6] };
    case 'paragraph':
      return { text: write(block.text), color: MUTED, margin: [0, 0, 0, 6] };
    case 'notice':
      return {
        layout: FRAME_LAYOUT,
        table: { widths: ['*'], body: [[{ stack: [{ text: write(block.title), bold: true }, { text: write(block.text) }] }]] },
        margin: [0, 4, 0, 10],
      };
    case 'lines':
      return {
        stack: [
          { text: write(block.title), color: MUTED, fontSize: 8.5 },
          ...block.lines.map((line): Content => ({ text: write(line), ...(block.size === 'large' ? { fontSize: 13 } : {}) })),
        ],
        margin: [0, 0, 0, 10],
      };
    case 'fields':
      return {
        layout: 'noBorders',
        table: {
          widths: ['auto', '*'],
          body: block.items.map(({ label, value }): PdfCell[] => [{ text: write(label), color: MUTED }, { text: write(value) }]),
        },
        margin: [0, 0, 0, 10],
      };
    case 'columns':
      return {
        columns: block.columns.map((blocks) => ({ width: '*', stack: blocks.map((one) => writeBlock(write, one)) })),
        columnGap: mm(8),
      };
    case 'table':
      return {
        layout: TABLE_LAYOUT,
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: block.columns.map(({ width }) => (width === 'fill' ? '*' : 'auto')),
          body: [
            block.columns.map(
              ({ heading, isNumber = false }): PdfCell => ({
                text: write(heading),
                color: MUTED,
                fontSize: 8.5,
                alignment: isNumber ? 'right' : 'left',
              }),
            ),
            ...block.rows.map((cells) => block.columns.map((column, index) => writeCell(write, cells[index] ?? { text: '' }, column))),
          ],
        },
        margin: [0, 4, 0, 8],
      };
    case 'totals':
      return {
        columns: [
          { width: '*', text: '' },
          {
            width: 'auto',
            layout: TOTALS_LAYOUT,
            table: {
              widths: [mm(52), mm(26)],
              dontBreakRows: true,
              body: block.rows.map(({ label, amount, isStrong: bold = false }): PdfCell[] => [
                { text: write(label), bold },
                { text: write(amount), bold, alignment: 'right' },
              ]),
            },
          },
        ],
        unbreakable: true,
        margin: [0, 0, 0, 10],
      };
    case 'code':
      return {
        stack: [
          { qr: block.value, fit: CODE_SIZE, foreground: INK, alignment: 'right' },
          { text: write(block.label), alignment: 'right', color: MUTED, fontSize: 8.5, margin: [0, 3, 0, 0] },
        ],
      };
  }
}

const writeSection = (write: Write, { blocks }: DocumentSection, index: number): Content => ({
  stack: blocks.map((block) => writeBlock(write, block)),
  ...(index === 0 ? {} : { pageBreak: 'before' }),
});

function describe(printed: PrintedDocument, write: Write): TDocumentDefinitions {
  const { paper = 'a4' } = printed;
  const { size, fontSize, margins } = PAPERS[paper];
  const [left, , right] = margins;
  const footer = write(printed.footer);
  return {
    info: { title: printed.title, author: printed.author, creationDate: printed.createdAt },
    language: printed.language,
    displayTitle: true,
    pageSize: size,
    pageMargins: margins,
    defaultStyle: { font: FIRST_FONT, fontSize, color: INK, lineHeight: 1.2 },
    content: printed.sections.map((section, index) => writeSection(write, section, index)),
    ...(paper === 'label'
      ? {}
      : {
          footer: (page: number, pages: number): Content => ({
            columns: [
              { width: '*', text: footer },
              { width: 'auto', text: write(`${page}/${pages}`) },
            ],
            columnGap: mm(6),
            color: MUTED,
            fontSize: 7.5,
            margin: [left, 6, right, 0],
          }),
        }),
  };
}

// Documents are made of data alone: nothing in them is a file or an address to load.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy(() => false);

/**
 * Draws a document.
 * @returns the bytes of a PDF
 */
export async function renderPdf(printed: PrintedDocument): Promise<Buffer> {
  const used = new Set([FIRST_FONT]);
  const write: Write = (text) => {
    const runs = splitByFont(text);
    for (const { font } of runs) used.add(font);
    return runs.map(({ font, text: part }) => ({ font, text: part }));
  };
  const definition = describe(printed, write);
  for (const font of await Promise.all([...used].map(loadFont))) {
    virtualFileSystem.default.writeFileSync(`${font.name}-normal`, font.normal);
    virtualFileSystem.default.writeFileSync(`${font.name}-bold`, font.bold);
    pdfmake.addFonts({ [font.name]: { normal: `${font.name}-normal`, bold: `${font.name}-bold` } });
  }
  return pdfmake.createPdf(definition).getBuffer();
}
