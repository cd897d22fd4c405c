import type { Hex } from './colour.ts';
import { pick } from './hash.ts';

/** Paper, ink, accent. */
type Paper = readonly [paper: Hex, ink: Hex, accent: Hex];

export const PAPERS = {
  cream: ['#f4ecda', '#23201a', '#8a2c25'],
  chalk: ['#fbf9f4', '#1c1c1b', '#8b6a2c'],
  kraft: ['#dac5a2', '#2a2017', '#75301d'],
  linen: ['#f0e9dc', '#1c2c46', '#9f5f28'],
  forest: ['#21382b', '#f0e7d0', '#cfae66'],
  oxblood: ['#571920', '#f6ead8', '#dcae70'],
  soot: ['#1a1918', '#efe8d9', '#cba661'],
  blush: ['#efd5c9', '#3b201e', '#9b3c2c'],
  mist: ['#d2dee2', '#1b2b38', '#a84a29'],
  ochre: ['#dba945', '#261a0c', '#75240f'],
  sage: ['#ccd5ba', '#212c1c', '#7a4620'],
  slate: ['#37414b', '#f2eee4', '#dda465'],
  brick: ['#a9482e', '#fdf3e6', '#f3c98d'],
  straw: ['#f2e6a8', '#2b2a16', '#4a682a'],
  lilac: ['#dad2df', '#2a2233', '#7a3b59'],
  teal: ['#1c484f', '#f3ead8', '#e5a965'],
  vine: ['#f6f1e6', '#2b2b28', '#4b6e12'],
  ink: ['#fdfcf8', '#27232b', '#b0442c'],
} as const satisfies Record<string, Paper>;
type PaperName = keyof typeof PAPERS;

const NAMES = Object.keys(PAPERS) as [PaperName, ...PaperName[]];

/** The paper a spec names, else the house's by hash. */
export const paperOf = (name: string | undefined, h: number): Paper =>
  PAPERS[name !== undefined && Object.hasOwn(PAPERS, name) ? (name as PaperName) : pick(NAMES, h >>> 13)];
