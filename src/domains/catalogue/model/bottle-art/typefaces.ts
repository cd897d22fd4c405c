/** The five faces a label is set in: Fraunces regular, semibold and italic, Instrument Sans medium and condensed semibold. */
export const TYPEFACES = {
  serif: { family: 'Fraunces, Georgia, serif', weight: 400, style: 'normal', stretch: '100%' },
  bold: { family: 'Fraunces, Georgia, serif', weight: 600, style: 'normal', stretch: '100%' },
  italic: { family: 'Fraunces, Georgia, serif', weight: 400, style: 'italic', stretch: '100%' },
  sans: { family: 'Instrument Sans, Arial, sans-serif', weight: 500, style: 'normal', stretch: '100%' },
  narrow: { family: 'Instrument Sans, Arial Narrow, sans-serif', weight: 600, style: 'normal', stretch: '85%' },
} as const;

export type Typeface = keyof typeof TYPEFACES;
