import { expect, test } from 'vitest';
import { NO_TAGS, tagsOf } from './tags.ts';

const line = (name: string, imageUrl: string) => ({ brand: 'Wirra', name, imageUrl });

test('describe the last line, with the time in seconds [PUSH-5] [PUSH-6]', () => {
  expect(tagsOf([line('Shiraz', '/pictures/a'), line('Riesling', '/pictures/b')], 1_700_000_000_999, 'https://shop.example')).toEqual({
    cart_item: 'Wirra Riesling',
    cart_image: 'https://shop.example/pictures/b',
    cart_update: '1700000000',
  });
});

test('keep the URL of an external picture', () => {
  expect(tagsOf([line('Shiraz', 'https://cdn.example/a.jpg')], 0, 'https://shop.example').cart_image).toBe('https://cdn.example/a.jpg');
});

test('name a drawing in a format that notifications show', () => {
  const [drawn, photo] = ['/pictures/bottle/shiraz.a1.svg', '/pictures/photo/abcdefghij0123456789.800x1200/640.jpg'];
  expect(tagsOf([line('Shiraz', drawn)], 0, 'https://shop.example').cart_image).toBe('https://shop.example/pictures/bottle/shiraz.a1.png');
  expect(tagsOf([line('Shiraz', photo)], 0, '').cart_image).toBe(photo);
});

test('are blank for an empty cart [PUSH-7]', () => {
  expect(tagsOf([], 1, 'https://shop.example')).toEqual(NO_TAGS);
});
