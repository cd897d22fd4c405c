/** Repairs UTF-8 text that was decoded as Windows-1252 and saved again: `RosÃ©` for `Rosé`. */

/** Characters of Windows-1252 for the bytes 0x80 to 0x9F. Its five unused bytes map to themselves. */
const HIGH_CONTROLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTE_OF = new Map<number, number>([...HIGH_CONTROLS].map((sign, index) => [sign.charCodeAt(0), 0x80 + index]));
/** Lead bytes of Latin letters (0xC2 to 0xC5) and of typographic characters (0xE2). No others are certain enough. */
const LEAD = /[ÂÃÄÅâ]/;

/**
 * Repairs mojibake if it is certain: every non-ASCII character of the text must belong to a sequence that is UTF-8 for a Latin
 * letter or a typographic character, so `CHÂTEAU`, `Ção` and `CAFÉ’S` stay as they are. Text that was garbled twice is repaired
 * twice. @returns the repaired cell, or the same text
 */
export function fixMojibake(text: string): string {
  let fixed = text;
  for (let iteration = 0; iteration < 3 && LEAD.test(fixed); iteration++) {
    const next = readAsUtf8(fixed);
    if (next === null) break;
    fixed = next;
  }
  return fixed;
}

function readAsUtf8(text: string): string | null {
  let out = '';
  for (let at = 0; at < text.length; ) {
    const found = sequenceAt(text, at);
    // Capitals such as `IRMÃ ` also end with `Ã` and a no-break space.
    const isDoubtful = found?.sign === 'à' && /\p{Lu}$/u.test(out);
    if (found !== null && !isDoubtful) {
      out += found.sign;
      at += found.length;
      continue;
    }
    const sign = text.charAt(at);
    if (sign > '\u007f' && /[\p{L}\ud800-\udfff]/u.test(sign)) return null;
    out += sign;
    at++;
  }
  return out;
}

function sequenceAt(text: string, at: number): { sign: string; length: number } | null {
  const lead = text.charCodeAt(at);
  const second = continuation(text, at + 1);
  if (second === null) return null;
  if (lead >= 0xc2 && lead <= 0xc5) {
    const point = ((lead & 0x1f) << 6) | second;
    return point < 0xa0 ? null : { sign: String.fromCharCode(point), length: 2 };
  }
  const third = continuation(text, at + 2);
  if (lead !== 0xe2 || third === null) return null;
  const point = 0x2000 | (second << 6) | third;
  return point >= 0x2010 && point <= 0x2122 ? { sign: String.fromCharCode(point), length: 3 } : null;
}

/** Returns the six bits of a continuation byte. @returns null if the character is none */
function continuation(text: string, at: number): number | null {
  const code = text.charCodeAt(at);
  const byte = code < 0x100 ? code : (BYTE_OF.get(code) ?? 0);
  return byte >= 0x80 && byte <= 0xbf ? byte & 0x3f : null;
}
