/**
 * The sandbox's test cards [CHK-36, CHK-37, CHK-38, CHK-39, CHK-40]. The payment page converts a number into its token in the browser. The
 * number is never sent [CHK-33].
 */
export interface TestCard {
  readonly number: string;
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  readonly outcome: 'success' | 'declined' | 'insufficient_funds' | 'needs_confirmation' | 'timeout_after_capture';
  /** Its purpose, shown on the payment page. */
  readonly meaning: string;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', token: 'card_success', brand: 'Visa', last4: '4242', outcome: 'success', meaning: 'Pays' },
  { number: '4000000000000002', token: 'card_declined', brand: 'Visa', last4: '0002', outcome: 'declined', meaning: 'Is declined' },
  {
    number: '4000000000009995',
    token: 'card_insufficient',
    brand: 'Visa',
    last4: '9995',
    outcome: 'insufficient_funds',
    meaning: 'Has insufficient funds',
  },
  {
    number: '4000002760003184',
    token: 'card_confirm',
    brand: 'Visa',
    last4: '3184',
    outcome: 'needs_confirmation',
    meaning: 'Needs confirmation',
  },
  {
    number: '4000000000000259',
    token: 'card_timeout',
    brand: 'Visa',
    last4: '0259',
    outcome: 'timeout_after_capture',
    meaning: 'Pays, but the answer is lost',
  },
];

export const CARD_TOKENS = TEST_CARDS.map((card) => card.token) as [string, ...string[]];

/** Returns the token of a typed number, or null if it is not a test card. */
export const tokenOfCard = (typed: string): string | null =>
  TEST_CARDS.find((card) => card.number === typed.replace(/\D/g, ''))?.token ?? null;

/** Validates the check digit of a card number (Luhn). */
export function passesLuhn(typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  if (digits.length < 12) return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0);
  }
  return sum % 10 === 0;
}
