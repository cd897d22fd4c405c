import { describe, expect, test } from 'vitest';
import { isPersonName } from './person-name.ts';

describe('names of people', () => {
  const cases = [
    { name: "O'Neil", good: true },
    { name: 'Mary-Jane', good: true },
    { name: 'St. John', good: true },
    { name: 'J.R. Hartley', good: true },
    { name: 'J.R.R. Tolkien', good: true },
    { name: 'J. Smith Jr.', good: true },
    { name: '王小明', good: true },
    { name: 'José María', good: true },
    { name: 'X Æ A-12', good: true },
    { name: 'a'.repeat(60), good: true },
    { name: 'a'.repeat(61), good: false },
    { name: 'https://evil.example', good: false },
    { name: 'http:evil', good: true },
    { name: 'evil.com', good: false },
    { name: 'Claim your prize: evil.com now', good: false },
    { name: 't.co', good: false },
    { name: 'www.evil', good: false },
    { name: 'evil。com', good: false },
    { name: 'evil\u200b.\u200bcom', good: false },
    { name: '10.0.0.1', good: false },
    { name: 'ring me@evil', good: false },
    { name: 'evil\\path', good: false },
    { name: 'a\u0000b', good: false },
    { name: 'a\nb', good: false },
  ];
  test.each(cases)('accepts $name: $good', ({ name, good }) => {
    expect(isPersonName(name)).toBe(good);
  });
});
