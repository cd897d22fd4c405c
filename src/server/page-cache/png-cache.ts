/** Rendering a drawing as PNG takes a processor for some time, so renderings are kept and made one after the other. */

/**
 * Renders one at a time, keeps the last used ones up to `maxBytes`, and lets requests for the same one share it. The key stands
 * for the drawing. What cannot be rendered is not kept.
 */
export function pngCache(render: (svg: Buffer) => Promise<Buffer>, maxBytes: number): (key: string, svg: Buffer) => Promise<Buffer> {
  const cache = new Map<string, Promise<Buffer>>();
  let bytes = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function purgeOldest(): Promise<void> {
    for (const [key, png] of cache) {
      if (bytes <= maxBytes) return;
      cache.delete(key);
      bytes -= (await png).length;
    }
  }

  return (key, svg) => {
    const found = cache.get(key);
    const png = found ?? last.then(() => render(svg));
    cache.delete(key);
    cache.set(key, png);
    if (found) return found;
    last = png.then(
      ({ length }) => {
        bytes += length;
        return purgeOldest();
      },
      () => cache.delete(key),
    );
    return png;
  };
}
