import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { photoPath, photoSources, photoWidths } from '#domains/catalogue/model/photo.ts';
import { ownPicture } from '#domains/catalogue/model/record.ts';
import { photoOf } from '#lib/photo-path.ts';
import { convertPicture, PictureError } from './read-picture.ts';

const image = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#7b1f33' } });

describe('convertPicture', () => {
  test('converts to every width and format of pages, with the real size', async () => {
    const bytes = await image(700, 900).jpeg().toBuffer();
    const taken = await convertPicture(bytes);
    expect(taken).toMatchObject({ width: 700, height: 900 });
    expect(taken.files.map(({ width, format }) => `${width}.${format}`)).toEqual(
      [160, 320, 640, 700].flatMap((width) => ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`)),
    );
    for (const { width, format, bytes: form } of taken.files) {
      const metadata = await sharp(form).metadata();
      expect(metadata.width).toBe(width);
      expect(metadata.format).toBe(format === 'jpg' ? 'jpeg' : format === 'avif' ? 'heif' : format);
    }
    expect(ownPicture.safeParse({ ...taken, files: undefined }).success).toBe(true);
    expect(taken.placeholder.length).toBeLessThan(600);
    expect((await convertPicture(bytes)).id).toBe(taken.id);
  });

  test("applies the camera's orientation and removes its metadata", async () => {
    const bytes = await image(300, 200)
      .withExif({ IFD0: { Artist: 'Someone' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const taken = await convertPicture(bytes);
    expect(taken).toMatchObject({ width: 200, height: 300 });
    for (const { bytes: form } of taken.files) expect((await sharp(form).metadata()).exif).toBeUndefined();
  });

  test.each([
    ['a drawing', async () => Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'), 'SVG'],
    ['a drawing without its head', async () => Buffer.from('\ufeff  <svg/>'), 'SVG'],
    ['no picture', async () => Buffer.from('A letter about wine.'), 'isn’t a picture'],
    ['nothing', async () => Buffer.alloc(0), 'empty'],
    ['one cut short', async () => (await image(400, 400).png().toBuffer()).subarray(0, 300), 'broken'],
    ['a tiny one', async () => image(20, 400).png().toBuffer(), '20 × 400'],
    ['one of too many pixels', async () => image(9_000, 7_000).png({ compressionLevel: 9 }).toBuffer(), 'million pixels'],
  ])('rejects %s', async (_, make, reason) => {
    const making = convertPicture(await make());
    await expect(making).rejects.toThrow(reason);
    await expect(making).rejects.toBeInstanceOf(PictureError);
  });
});

describe('picture URLs', () => {
  const picture = { id: 'abcdefghij0123456789', width: 500, height: 600 };
  test.each([
    [100, [100]],
    [320, [160, 320]],
    [500, [160, 320, 500]],
    [1280, [160, 320, 640, 1280]],
    [4000, [160, 320, 640, 1280]],
  ])('stores a picture %i wide as %j', (width, widths) => expect(photoWidths(width)).toEqual(widths));

  test('include the id and size', () => {
    expect(photoPath(picture)).toBe('/pictures/photo/abcdefghij0123456789.500x600/500.jpg');
    expect(photoPath(picture, 160)).toMatch(/\/160\.jpg$/);
    expect(photoOf(photoPath(picture))).toEqual(picture);
    expect(photoOf('/pictures/bottle/x.abc.svg')).toBeNull();
    expect(photoSources(picture, 'avif').split(', ')).toEqual([
      '/pictures/photo/abcdefghij0123456789.500x600/160.avif 160w',
      '/pictures/photo/abcdefghij0123456789.500x600/320.avif 320w',
      '/pictures/photo/abcdefghij0123456789.500x600/500.avif 500w',
    ]);
  });
});
