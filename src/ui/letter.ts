/** A mail that is a short letter: a few paragraphs, at most one link or code. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string } | null;
  /** Shown large, to be typed. */
  readonly code: string | null;
  readonly closing: string;
}

/** The letter as plain text. */
export const letterText = ({ paragraphs, action, code, closing }: Letter): string =>
  [
    ...paragraphs,
    ...(code === null ? [] : [code]),
    ...(action === null ? [] : [`${action.label}:\n${action.url}`]),
    closing,
    'Cellardoor',
  ].join('\n\n');
