interface Nouns {
  readonly one: string;
  readonly many: string;
}

const KIND_NOUNS: Readonly<Record<'wine' | 'spirits', Nouns>> = {
  wine: { one: 'wine', many: 'wines' },
  spirits: { one: 'bottle', many: 'bottles' },
};

/** Returns `118 wines`, `1 mixed case` or `No wines`. */
export function formatCount(total: number, of: keyof typeof KIND_NOUNS | Nouns): string {
  const { one, many } = typeof of === 'string' ? KIND_NOUNS[of] : of;
  return total === 0 ? `No ${many}` : `${total.toLocaleString('en-AU')} ${total === 1 ? one : many}`;
}
