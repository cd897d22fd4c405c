import type { Hex } from './colour.ts';
import type { EmblemName } from './emblem.ts';
import type { LabelRenderer } from './label-renderer.ts';
import type { LabelText } from './label-text.ts';

/** A label to fill: its width and height, colours, words, the house's emblem and its share of chance (0 to 1, repeatable). */
export type LabelBox = {
  w: number;
  h: number;
  paper: Hex;
  ink: Hex;
  accent: Hex;
  words: LabelText;
  emblem: EmblemName;
  chance: () => number;
  pen: LabelRenderer;
};

/** What is printed. `cut` is the paper's outline where it is no rectangle, `rise` how far it stands above its place. */
type LabelArt = { draw: string; cut?: string; rise?: number };

export type LabelLayout = (box: LabelBox) => LabelArt;
