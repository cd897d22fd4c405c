/** What happened to an order, in words; an event that has none is not told. */
const EVENT_WORDS: Readonly<Record<string, string>> = {
  drafted: 'You placed it',
  placed: 'We had your payment',
  cancelled: 'It was cancelled',
  refunded: 'We gave the money back',
};

export const eventWords = (event: string): string | null => (Object.hasOwn(EVENT_WORDS, event) ? (EVENT_WORDS[event] ?? null) : null);
