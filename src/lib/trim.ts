/**
 * Trims characters other than white space in linear time. A pattern such as `/[,;]+$/` tries again at each character of every
 * run that does not end the text, so its work grows with the square of the length.
 */

/** Removes trailing characters that match `one`, a pattern of a single character without the flags `g` and `y`. */
export function trimEndOf(text: string, one: RegExp): string {
  let end = text.length;
  while (end > 0 && one.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes leading and trailing characters that match `one`. */
export function trimOf(text: string, one: RegExp): string {
  const rest = trimEndOf(text, one);
  let start = 0;
  while (start < rest.length && one.test(rest.charAt(start))) start += 1;
  return rest.slice(start);
}
