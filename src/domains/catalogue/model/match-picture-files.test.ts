import { expect, test } from 'vitest';
import { matchPictureFiles, offerNamesOf } from './match-picture-files.ts';

test.each([
  ['OB-21.jpg', ['ob-21', 'ob']],
  ['old-block_back.JPEG', ['old-block_back', 'old-block']],
  ['red wines/9300000000017-2.png', ['9300000000017-2', '9300000000017']],
  ['C:\\photos\\X.1.jpg', ['x.1', 'x.1']],
  ['.jpg', ['.jpg', '.jpg']],
  ['no extension', ['no extension', 'no']],
])('reads the names of an offer in %s', (file, names) => {
  expect(offerNamesOf(file)).toEqual(names);
});

test('prefers an offer with the whole name to one without the suffix', () => {
  const found = [
    { name: 'ob', id: 'block' },
    { name: 'ob-21', id: 'old-block' },
  ];

  expect(matchPictureFiles(['ob-21.jpg', 'OB-22.jpg', 'tilbuster.jpg'], found)).toEqual([
    { file: 'ob-21.jpg', offers: [found[1]] },
    { file: 'OB-22.jpg', offers: [found[0]] },
    { file: 'tilbuster.jpg', offers: [] },
  ]);
});
