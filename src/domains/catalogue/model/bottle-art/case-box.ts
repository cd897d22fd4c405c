import { widthOf } from './advance.ts';
import { drawUprightBottle } from './bottle.ts';
import { drawEmblem, emblemOf } from './emblem.ts';
import { hash } from './hash.ts';
import { createLabelRenderer } from './label-renderer.ts';
import { n, n3, outward, type Stop } from './markup.ts';
import { noText, type SetText } from './render-text.ts';
import { createSvgBuilder } from './sheet.ts';
import type { BottleSpec, Picture } from './spec.ts';
import { svgDocument } from './svg-document.ts';
import { setBlock } from './typeset.ts';

/** What is printed on a carton's face. */
type CartonPrint = { producer: string; name: string; region: string; foot: string };

const INK = '#2b2015';
const CELL = 150;
const FACE = 520;
const DEPTH = 150;
const BRIM = 430;
const LEFT = 70;

/** Bottles side by side and rows of them, as cartons are divided. */
const gridOf = (count: number): { columns: number; rows: number } => {
  const shown = Math.min(Math.max(count, 1), 12);
  const columns = shown <= 3 ? shown : shown === 4 ? 2 : shown <= 6 ? 3 : 4;
  return { columns, rows: Math.ceil(shown / columns) };
};

const slope = (stops: readonly Stop[], x2: number) => (id: string) =>
  `<linearGradient id="${id}" x1="0" x2="${x2}" y1="0" y2="1">${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('')}</linearGradient>`;

/**
 * An open carton, seen a little from above: its printed face and the tops of its bottles, twelve at most. `specs` (one or more)
 * take turns in the cells.
 */
export const caseBox = (
  specs: readonly [BottleSpec, ...BottleSpec[]],
  count: number,
  print: CartonPrint,
  alt: string,
  setText: SetText,
): Picture => {
  const sheet = createSvgBuilder();
  const pen = createLabelRenderer(sheet, setText);
  const { columns, rows } = gridOf(count);
  const width = Math.max(columns, 2) * CELL + 40;
  const middle = LEFT + width / 2;
  const right = LEFT + width;
  const bottles = specs.map((spec) => {
    const bottle = drawUprightBottle(sheet, spec, noText, 10);
    return { top: bottle.top, id: sheet.define((id) => `<g id="${id}">${bottle.draw}</g>`) };
  });
  const necks = Array.from({ length: Math.min(count, columns * rows) }, (_, i) => {
    const back = 1 - (Math.floor(i / columns) + 0.5) / rows;
    const inRow = Math.min(columns, Math.min(count, columns * rows) - Math.floor(i / columns) * columns);
    const scale = 0.62 - back * 0.06;
    const x = LEFT + 40 * back + (width - 80 * back) * (((i % columns) + 0.5) / inRow);
    const { id, top } = bottles[i % bottles.length] ?? { id: '', top: 0 };
    return `<use href="#${id}" transform="translate(${n(x)} ${n(BRIM - DEPTH * back * 0.94 - 150 - top * scale)}) scale(${n3(scale)})"/>`;
  });
  const shadow = sheet.define(
    outward([
      [0, '#1d160c', 0.42],
      [1, '#1d160c', 0],
    ]),
  );
  const board = sheet.define(
    slope(
      [
        [0, '#d7b788'],
        [1, '#bd9765'],
      ],
      1,
    ),
  );
  const inner = sheet.define(
    slope(
      [
        [0, '#5c4326'],
        [1, '#2c1f10'],
      ],
      0,
    ),
  );
  const name = setBlock(print.name, { face: 'serif', width: width - 100, height: 150, max: 58, lines: 2, min: 22 });
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
    pen.line(print.producer.toUpperCase(), {
      x: middle,
      y: BRIM + 168,
      face: 'sans',
      size: 25,
      room: width - 100,
      track: 0.12,
      fill: INK,
    }) +
    pen.block(name, { x: middle, y: BRIM + 248, fill: INK }) +
    pen.rule(LEFT + 50, foot - 96, right - 50, INK, 2) +
    pen.line(print.region, {
      x: LEFT + 50,
      y: foot - 52,
      face: 'sans',
      size: 24,
      room: width - 110 - widthOf(print.foot, 'sans', 24),
      fill: INK,
      anchor: 'start',
    }) +
    pen.line(print.foot, { x: right - 50, y: foot - 52, face: 'sans', size: 24, fill: INK, anchor: 'end' });
  return svgDocument(width + 140, foot + 40, alt, sheet, `${box}${printed}`);
};
