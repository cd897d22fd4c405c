import { expect, test } from 'vitest';
import { NO_TAGS, tagsOf } from './tags.ts';

const line = (name: string, imageUrl: string) => ({ brand: 'Wirra', name, imageUrl });

test('the last line counts, with the time in seconds', () => {
  expect(tagsOf([line('Shiraz', '/pictures/a'), line('Riesling', '/pictures/b')], 1_700_000_000_999, 'https://shop.example')).toEqual({
    cart_item: 'Wirra Riesling',
    cart_image: 'https://shop.example/pictures/b',
    cart_update: '1700000000',
  });
});

test('a picture of another host stays where it is', () => {
  expect(tagsOf([line('Shiraz', 'https://cdn.example/a.jpg')], 0, 'https://shop.example').cart_image).toBe('https://cdn.example/a.jpg');
});

test('an empty cart blanks all', () => {
  expect(tagsOf([], 1, 'https://shop.example')).toEqual(NO_TAGS);
});
