/** Reads bar codes with @zxing/library, in browsers without a detector of their own. Loaded with the first camera picture. */
import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatOneDReader,
  NotFoundException,
  RGBLuminanceSource,
} from '@zxing/library';
import type { BarcodeReader } from './barcode-detector.ts';

const HINTS = new Map<DecodeHintType, unknown>([
  [
    DecodeHintType.POSSIBLE_FORMATS,
    [
      BarcodeFormat.EAN_13,
      BarcodeFormat.EAN_8,
      BarcodeFormat.UPC_A,
      BarcodeFormat.UPC_E,
      BarcodeFormat.ITF,
      BarcodeFormat.CODE_128,
      BarcodeFormat.CODE_39,
    ],
  ],
  [DecodeHintType.TRY_HARDER, true],
]);

/** Widest picture that is searched, in px: bars of a bottle's code are wide enough in it. */
const MAX_WIDTH = 960;

/** Finds a bar code in grey values, row by row. @returns null if there is none */
export function readLuminance(luminance: Uint8ClampedArray, width: number, height: number): string | null {
  const reader = new MultiFormatOneDReader(HINTS);
  try {
    return reader.decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(luminance, width, height))), HINTS).getText();
  } catch (error) {
    // Also what the library throws for a wrong check digit.
    if (error instanceof NotFoundException || error instanceof Error) return null;
    throw error;
  }
}

/** Converts pixels to grey values. */
export function toLuminance({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Uint8ClampedArray {
  const grey = new Uint8ClampedArray(width * height);
  for (let pixel = 0; pixel < grey.length; pixel += 1) {
    const at = pixel * 4;
    grey[pixel] = ((data[at] ?? 0) * 306 + (data[at + 1] ?? 0) * 601 + (data[at + 2] ?? 0) * 117) >> 10;
  }
  return grey;
}

export function createLibraryReader(): BarcodeReader {
  const canvas = document.createElement('canvas');
  return {
    async read(video) {
      const scale = Math.min(1, MAX_WIDTH / Math.max(1, video.videoWidth));
      const width = Math.round(video.videoWidth * scale);
      const height = Math.round(video.videoHeight * scale);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context || width === 0 || height === 0) return null;
      canvas.width = width;
      canvas.height = height;
      context.drawImage(video, 0, 0, width, height);
      return readLuminance(toLuminance(context.getImageData(0, 0, width, height)), width, height);
    },
  };
}
