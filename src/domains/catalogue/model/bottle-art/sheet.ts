/** Writes one definition (`<path id=…>`, a gradient, a clip) and gives the id to refer to it by. */
export type Define = (markup: (id: string) => string) => string;

/** The definitions of one drawing. */
export type SvgBuilder = { define: Define; defs: () => string };

const chars = (index: number): string => (index < 26 ? '' : chars(Math.floor(index / 26) - 1)) + String.fromCharCode(97 + (index % 26));

/**
 * An empty sheet. What is defined twice in the same words is written once, so that twelve bottles share their outlines.
 * Ids are short and count from `a`: a drawing is a document of its own, never pasted into a page beside another.
 */
export const createSvgBuilder = (): SvgBuilder => {
  const known = new Map<string, string>();
  const written: string[] = [];
  return {
    define: (markup) => {
      const key = markup('');
      const id = known.get(key) ?? chars(known.size);
      if (!known.has(key)) {
        known.set(key, id);
        written.push(markup(id));
      }
      return id;
    },
    defs: () => `<defs>${written.join('')}</defs>`,
  };
};
