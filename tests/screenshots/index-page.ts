/** Page that shows a folder of screenshots: one row per view, one picture per variant. */

import type { PageCapture } from './capture-all.ts';
import { variantName } from './page-variants.ts';

export const fileOf = ({ view, variant }: PageCapture): string => `${view.name}-${variantName(variant)}.png`;

const STYLE = `body{font:16px/1.5 system-ui;margin:24px;background:#f6f5f1;color:#222}nav{position:sticky;top:0;background:#f6f5f1;padding:8px 0;display:flex;gap:16px;flex-wrap:wrap}
section{margin:32px 0;border-top:1px solid #ccc}h2{font-size:18px}ul{display:flex;gap:16px;align-items:start;overflow-x:auto;list-style:none;padding:0}
img{height:360px;width:auto;max-width:560px;object-fit:cover;object-position:top;border:1px solid #ccc;background:#fff}small{display:block;color:#555}
${['wine', 'wine-dark', 'whisky'].map((theme) => `body:not(:has(#${theme}:checked)) [data-theme="${theme}"]{display:none}`).join('')}
${[390, 820, 1280].map((width) => `body:not(:has(#w${width}:checked)) [data-width="${width}"]{display:none}`).join('')}`;

const box = (id: string, label: string) => `<label><input type="checkbox" id="${id}" checked> ${label}</label>`;
const picture = (capture: PageCapture) =>
  `<li data-theme="${capture.variant.theme}" data-width="${capture.variant.width}"><a href="${fileOf(capture)}"><img loading="lazy" src="${fileOf(capture)}" alt="${capture.view.name} in ${variantName(capture.variant)}"></a><small>${variantName(capture.variant)}</small></li>`;

/** @param sights captures with a picture */
export function indexPage(sights: readonly PageCapture[]): string {
  const rows = [...Map.groupBy(sights, ({ view }) => view)].map(
    ([view, seen]) =>
      `<section id="${view.name}"><h2>${view.name}</h2><p>Page ${view.page}${view.state ? `, ${view.state}` : ''}, as ${view.by ?? 'guest'}</p><ul>${seen.map(picture).join('')}</ul></section>`,
  );
  const boxes = [
    box('wine', 'Wine'),
    box('wine-dark', 'Wine, dark'),
    box('whisky', 'Whisky'),
    box('w390', '390'),
    box('w820', '820'),
    box('w1280', '1280'),
  ];
  return `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Every page</title><style>${STYLE}</style><h1>Every page, ${sights.length} pictures</h1><nav>${boxes.join('')}</nav>${rows.join('')}</html>\n`;
}
