import { drawUprightBottle } from './bottle.ts';
import type { BottleSpec, Picture } from './bottle-spec.ts';
import { drawEmblem, emblemOf } from './emblem.ts';
import { hash } from './hash.ts';
import { createLabelRenderer } from './label-renderer.ts';
import { createSvgBuilder, n, n3, outward, type Stop, svgDocument } from './svg.ts';
import { noText, type RenderText } from './text-line.ts';
import { widthOf } from './typefaces.ts';
import { setBlock } from './typeset.ts';

/** The text printed on the front of a case. */
export type CasePrint = { producer: string; name: string; region: string; foot: string };

const INK = '#2b2015';
const CELL = 150;
const FACE = 520;
const DEPTH = 150;
const BRIM = 430;
const LEFT = 70;

/** Divides a case into columns and rows of bottles, twelve at most. */
const gridOf = (count: number): { columns: number; rows: number } => {
  const displayed = Math.min(Math.max(count, 1), 12);
  const columns = displayed <= 3 ? displayed : displayed === 4 ? 2 : displayed <= 6 ? 3 : 4;
  return { columns, rows: Math.ceil(displayed / columns) };
};

const slope = (stops: readonly Stop[], x2: number) => (id: string) =>
  `<linearGradient id="${id}" x1="0" x2="${x2}" y1="0" y2="1">${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('')}</linearGradient>`;

/**
 * Draws an open case, seen slightly from above: its printed front and the tops of at most twelve bottles.
 * @param specs one or more bottles, repeated to fill the cells
 */
export const drawCase = (
  specs: readonly [BottleSpec, ...BottleSpec[]],
  count: number,
  print: CasePrint,
  alt: string,
  renderText: RenderText,
): Picture => {
  const svg = createSvgBuilder();
  const renderer = createLabelRenderer(svg, renderText);
  const { columns, rows } = gridOf(count);
  const width = Math.max(columns, 2) * CELL + 40;
  const middle = LEFT + width / 2;
  const right = LEFT + width;
  const bottles = specs.map((spec) => {
    const bottle = drawUprightBottle(svg, spec, noText, 10);
    return { top: bottle.top, id: svg.define((id) => `<g id="${id}">${bottle.draw}</g>`) };
  });
  const necks = Array.from({ length: Math.min(count, columns * rows) }, (_, i) => {
    const back = 1 - (Math.floor(i / columns) + 0.5) / rows;
    const inRow = Math.min(columns, Math.min(count, columns * rows) - Math.floor(i / columns) * columns);
    const scale = 0.62 - back * 0.06;
    const x = LEFT + 40 * back + (width - 80 * back) * (((i % columns) + 0.5) / inRow);
    const { id, top } = bottles[i % bottles.length] ?? { id: '', top: 0 };
    return `<use href="#${id}" transform="translate(${n(x)} ${n(BRIM - DEPTH * back * 0.94 - 150 - top * scale)}) scale(${n3(scale)})"/>`;
  });
  const shadow = svg.define(
    outward([
      [0, '#1d160c', 0.42],
      [1, '#1d160c', 0],
    ]),
  );
  const board = svg.define(
    slope(
      [
        [0, '#d7b788'],
        [1, '#bd9765'],
      ],
      1,
    ),
  );
  const inner = svg.define(
    slope(
      [
        [0, '#5c4326'],
        [1, '#2c1f10'],
      ],
      0,
    ),
  );
  const name = setBlock(print.name, { typeface: 'serif', width: width - 100, height: 150, max: 58, lines: 2, min: 22 });
  const foot = BRIM + FACE;
  const box =
    `<ellipse cx="${middle}" cy="${foot}" rx="${n(width * 0.6)}" ry="22" fill="url(#${shadow})"/>` +
    `<path d="M${LEFT + 40} ${BRIM - DEPTH}H${right - 40}L${right} ${BRIM}H${LEFT}Z" fill="url(#${inner})"/>` +
    `<path d="M${LEFT + 40} ${BRIM - DEPTH}L${LEFT + 14} ${BRIM - DEPTH - 74}H${right - 14}L${right - 40} ${BRIM - DEPTH}Z" fill="#b48d5c"/>` +
    `<path d="M${LEFT} ${BRIM}L${LEFT - 54} ${BRIM - 58}L${LEFT - 8} ${BRIM - DEPTH - 40}L${LEFT + 40} ${BRIM - DEPTH}Z" fill="#a9824f"/>` +
    `<path d="M${right} ${BRIM}L${right + 54} ${BRIM - 58}L${right + 8} ${BRIM - DEPTH - 40}L${right - 40} ${BRIM - DEPTH}Z" fill="#b9935f"/>${necks.join('')}` +
    `<path d="M${LEFT} ${BRIM}H${right}V${foot}H${LEFT}Z" fill="url(#${board})"/><path d="M${LEFT} ${BRIM}H${right}" stroke="#ecd3aa" stroke-width="3"/>` +
    `<path d="M${LEFT} ${foot - 2}H${right}" stroke="#7d5d35" stroke-width="3" stroke-opacity=".6"/>`;
  const printed =
    drawEmblem(emblemOf(hash(print.producer)), middle, BRIM + 84, INK, 2.1) +
    renderer.line(print.producer.toUpperCase(), {
      x: middle,
      y: BRIM + 168,
      typeface: 'sans',
      size: 25,
      maxWidth: width - 100,
      letterSpacing: 0.12,
      fill: INK,
    }) +
    renderer.block(name, { x: middle, y: BRIM + 248, fill: INK }) +
    renderer.rule(LEFT + 50, foot - 96, right - 50, INK, 2) +
    renderer.line(print.region, {
      x: LEFT + 50,
      y: foot - 52,
      typeface: 'sans',
      size: 24,
      maxWidth: width - 110 - widthOf(print.foot, 'sans', 24),
      fill: INK,
      anchor: 'start',
    }) +
    renderer.line(print.foot, { x: right - 50, y: foot - 52, typeface: 'sans', size: 24, fill: INK, anchor: 'end' });
  return svgDocument(width + 140, foot + 40, alt, svg, `${box}${printed}`);
};
