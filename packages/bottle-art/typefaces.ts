/** The typefaces of labels: Fraunces regular, semibold and italic, Instrument Sans medium and condensed semibold. */
export const TYPEFACES = ['serif', 'bold', 'italic', 'sans', 'narrow'] as const;

export type Typeface = (typeof TYPEFACES)[number];

/*
 * Advance widths in hundredths of an em, two base-36 digits per glyph: space to tilde, then SPECIALS. Accented letters are as
 * wide as the letters without accents.
 */
const SPECIALS = 'ÆæŒœßØøÐðÞþı–—‘’“”•…€£¥§©®°´·¸º»«¡¢¿×÷−';
const ADVANCE: Record<Typeface, string> = {
  serif:
    '0k0r0u1p1k1y2j0f0x0x1o1g0m0y0m171q151k1g1k1i1l1d1k1l0m0n1c1g1c1c2c1v1t1u221q1l20260z17201m2e22241r241w1k1s1z1v2r1x1t1o0v170v17160l1e1j1b1k1c0x1g1l0r0r1j0r2f1l1i1k1i15170x1k1f241e1f18100p101m2m242o2c1p241i221i1s1j0r1c250j0j11120x231u1n1t1i2d1y100l0p0o1f1f1f0p1a1b1b1g1g',
  bold: '0k0t0z1r1m232l0h0y0y1n1h0p0z0p181t171n1i1o1k1o1f1n1o0p0q1d1h1d1g2f1y1w1v241r1n2129121b231o2h23251u25201m1v201x2v1z1v1q0x180x18190n1g1k1c1l1d101h1n0t0s1l0t2h1n1j1m1k1819101m1g271g1h1a120r121n2o252r2d1t251j241j1v1l0t1e270m0l1617112a1w1p1u1k2e1y110m0r0q1f1i1i0r1c1f1d1h1h',
  italic:
    '0i0u0u1p1i1y1u0f0y0y1m1h0n0z0m161r151k1g1i1h1m1d1i1m0r0s1d1h1d192c1p1r1r201o1l1w23100z1w1h2a1w211r211u1j1k1v1o2l1r1k1m0z140z17170j1f1f161f190t1c1h0t0r1g0s271i1d1e1d17140y1i1a1y1h1b1a120r111m2l1z2o231l211d201d1r1e0s1d260j0h12120x221t1m1l1i2b1w110k0p0p1b1f1f0u1a1b1c1h1h',
  sans: '0k0s16201q27240o1616161i0r1e0r181v131j1m1p1m1p1j1n1q0r0r1i1i1i1l2e211s22231r1o24210p181y1n2i21271u281u1q1u1z21311y1x1r1618161i190z1j1p1i1p1l101p1p0p0p1j0p2l1p1n1p1p121c131o1h261l1h1f160o161i2n2f2z2n1q271n241o1u1p0p1n2h0r0r18180w1x1z1n1r1f2c2c120z0c0u151g1g0s1i1l1i1i1i',
  narrow:
    '0g0r151m1f1w1t0n1313151i0p150p0z1k0z1b1d1e1e1g1b1f1g0p0p1i1i1i1c291l1h1n1p1e1b1o1n0o0z1m1a251o1r1i1s1i1g1g1l1l2b1k1l1g130z131i130z1b1h1a1h1c0w1h1g0n0n1c0n261g1f1h1h0y150y1f1a1z1c1a17130m131i28212c261i1r1f1q1g1i1h0n1f230p0p18180v1t1m1e1g162a2a110z0e0u0z1d1d0r1a1c1i1i1i',
};

const GLYPHS = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), ...SPECIALS];

const widthsOf = (typeface: Typeface): ReadonlyMap<string, number> =>
  new Map(GLYPHS.map((char, i) => [char, Number.parseInt(ADVANCE[typeface].slice(i * 2, i * 2 + 2), 36)]));

const WIDTHS: Record<Typeface, ReadonlyMap<string, number>> = {
  serif: widthsOf('serif'),
  bold: widthsOf('bold'),
  italic: widthsOf('italic'),
  sans: widthsOf('sans'),
  narrow: widthsOf('narrow'),
};

/** Returns the width of a line of legible text in units of the drawing, without kerning, which only makes lines shorter. */
export const widthOf = (text: string, typeface: Typeface, size: number, letterSpacing = 0): number => {
  const widths = WIDTHS[typeface];
  let hundredths = 0;
  let count = 0;
  for (const char of text) {
    hundredths += widths.get(char) ?? widths.get(char.normalize('NFD').charAt(0)) ?? 60;
    count += 1;
  }
  return (hundredths / 100 + letterSpacing * count) * size;
};
