/** Caches drawings rendered as PNG. Rendering is CPU-intensive, so only one drawing is rendered at a time. */

/**
 * Creates a renderer with an LRU cache of at most `maxBytes`. Renders one drawing at a time. Concurrent requests for a drawing share its
 * rendering. The key identifies the drawing. Failed renderings are not cached.
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
