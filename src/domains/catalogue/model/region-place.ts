/** Positions of Australian wine regions on the map of an offer page. */

/** Degrees south and east. */
type Degrees = readonly [south: number, east: number];

const REGIONS: Readonly<Record<string, Degrees>> = {
  'Adelaide Hills': [35, 138.8],
  'Alpine Valleys': [36.6, 146.8],
  'Atherton Tablelands': [17.3, 145.5],
  'Barossa Valley': [34.5, 138.95],
  Beechworth: [36.4, 146.7],
  'Bellarine Peninsula': [38.2, 144.6],
  Bendigo: [36.8, 144.3],
  'Bundaberg coast': [24.9, 152.3],
  'Canberra District': [35, 149],
  'Clare Valley': [33.8, 138.6],
  Coonawarra: [37.3, 140.8],
  Cowra: [33.8, 148.7],
  'Derwent Valley': [42.7, 146.9],
  'D’Entrecasteaux Channel': [43.2, 147.2],
  'Eden Valley': [34.6, 139.1],
  Geelong: [38.1, 144.2],
  Gippsland: [38, 146.5],
  'Granite Belt': [28.7, 151.9],
  'Great Southern': [34.7, 117.6],
  'Great Western': [37.2, 142.9],
  Grampians: [37.2, 142.6],
  Heathcote: [36.9, 144.7],
  'Hunter Valley': [32.8, 151.2],
  'King Valley': [36.7, 146.4],
  'Langhorne Creek': [35.3, 139],
  'Macedon Ranges': [37.3, 144.6],
  Mackay: [21.1, 149.2],
  'Margaret River': [33.9, 115.1],
  Marrickville: [33.9, 151.2],
  'McLaren Vale': [35.2, 138.5],
  Melbourne: [37.8, 145],
  'Mornington Peninsula': [38.4, 145],
  Mudgee: [32.6, 149.6],
  'Nagambie Lakes': [36.8, 145.1],
  'New England': [30, 151.7],
  Orange: [33.3, 149.1],
  Padthaway: [36.6, 140.5],
  Pemberton: [34.4, 116],
  'Port Melbourne': [37.8, 144.9],
  Pyrenees: [37.1, 143.4],
  Riverina: [34.3, 146],
  Riverland: [34.2, 140.6],
  Rutherglen: [36.1, 146.5],
  'Swan Valley': [31.8, 116],
  'Tamar Valley': [41.3, 147],
  Tasmania: [42, 146.6],
  Thorpdale: [38.3, 146.2],
  Tumbarumba: [35.8, 148],
  'Yarra Valley': [37.7, 145.5],
};

/** Bounding box of the outline in degrees: north-west corner and size. */
const MAP = { north: 9.5, west: 112, height: 34.26, width: 42.93 } as const;

export interface RegionPlace {
  /** Without its state. */
  readonly name: string;
  /** Percent of the map's width and height, from the top left. */
  readonly left: number;
  readonly top: number;
}

/** Returns the position of a region on the map of Australia. @returns null if the region is unknown or elsewhere */
export function regionPlace({ country, region }: { readonly country: string; readonly region: string }): RegionPlace | null {
  const name = region.split(',')[0]?.trim() ?? '';
  const degrees = country === 'Australia' ? REGIONS[name] : undefined;
  if (!degrees) return null;
  const [south, east] = degrees;
  return { name, left: ((east - MAP.west) / MAP.width) * 100, top: ((south - MAP.north) / MAP.height) * 100 };
}
