/** Finds bar codes in pictures of a camera: by the browser where it can, else by a library that is loaded then. */

export interface BarcodeReader {
  /** @returns the code in the picture, or null */
  read(video: HTMLVideoElement): Promise<string | null>;
}

interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectorClass {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

declare global {
  interface Window {
    /** Chromium on Android and macOS, Safari behind a setting. */
    readonly BarcodeDetector?: NativeDetectorClass;
  }
}

/** Kinds of codes on bottles and cases. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'code_128', 'code_39'];

/** Creates a reader. */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  const Native = window.BarcodeDetector;
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  if (Native && supported.includes('ean_13')) {
    const detector = new Native({ formats: FORMATS.filter((format) => supported.includes(format)) });
    return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null };
  }
  const { createLibraryReader } = await import('./library-reader.ts');
  return createLibraryReader();
}
