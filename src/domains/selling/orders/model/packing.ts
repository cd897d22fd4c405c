/** The check at packing: what a scanned code is in an order, and how many of it are in the parcel. */
export interface PackedLine {
  readonly position: number;
  readonly name: string;
  /** What is left to send. */
  readonly unshipped: number;
  /** Codes of the wine as `normalizeCode` returns them: SKUs and bar codes of its offers. */
  readonly codes: readonly string[];
}

export type ScanResult =
  | { readonly kind: 'packed'; readonly position: number; readonly name: string; readonly packed: number; readonly unshipped: number }
  /** More than what is left to send. */
  | { readonly kind: 'too_many'; readonly name: string; readonly unshipped: number }
  /** A wine of this order that was sent before. */
  | { readonly kind: 'sent_before'; readonly name: string }
  | { readonly kind: 'label'; readonly code: string }
  /** A label of another order, or one that is cancelled. */
  | { readonly kind: 'wrong_label'; readonly code: string }
  | { readonly kind: 'wrong_wine'; readonly code: string };

/** Returns a code as it is compared: small letters, bar codes without leading zeros. */
export function normalizeCode(code: string): string {
  const trimmed = code.trim().toLowerCase();
  return /^\d{8,14}$/.test(trimmed) ? trimmed.replace(/^0+/, '') : trimmed;
}

/** Codes on labels of parcels: `1042-1`. */
const PARCEL_CODE = /^\d{4,10}-\d{1,3}$/;

interface Packing {
  readonly lines: readonly PackedLine[];
  /** Cases in the parcel, by position. */
  readonly packed: ReadonlyMap<number, number>;
  /** Codes of the labels that the parcel may have. */
  readonly labels: readonly string[];
}

/** Says what a scanned code means. A wine that has several lines fills them in their order. */
export function readScan({ lines, packed, labels }: Packing, scanned: string): ScanResult {
  const code = normalizeCode(scanned);
  const matching = lines.filter(({ codes }) => codes.includes(code));
  const [first] = matching;
  if (!first) {
    if (labels.includes(scanned.trim())) return { kind: 'label', code: scanned.trim() };
    return { kind: PARCEL_CODE.test(scanned.trim()) ? 'wrong_label' : 'wrong_wine', code: scanned.trim() };
  }
  const open = matching.find(({ position, unshipped }) => (packed.get(position) ?? 0) < unshipped);
  if (open) {
    const { position, name, unshipped } = open;
    return { kind: 'packed', position, name, packed: (packed.get(position) ?? 0) + 1, unshipped };
  }
  const unshipped = matching.reduce((sum, line) => sum + line.unshipped, 0);
  return unshipped === 0 ? { kind: 'sent_before', name: first.name } : { kind: 'too_many', name: first.name, unshipped };
}
