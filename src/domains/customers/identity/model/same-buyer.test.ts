import { describe, expect, test } from 'vitest';
import { addressKey, mailboxOf } from './same-buyer.ts';

test.each([
  ['Grace@Example.com', 'grace@example.com'],
  ['grace+wine@example.com', 'grace@example.com'],
  ['g.ra.ce+1@googlemail.com', 'grace@gmail.com'],
  ['g.race@example.com', 'g.race@example.com'],
])('the mailbox of %s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));

describe('address keys', () => {
  const at = (address: string) => addressKey({ address, suburb: 'Clifton Hill', postcode: '3068' });

  test.each([
    ['Unit 3, 14 Alma Tce', '3/14 ALMA TERRACE'],
    ['Unit 3, 14 Alma Tce', '14 Alma Terrace, Apt 3'],
    ['Unit 3 / 14 Alma Tce', '3 / 14 Alma Terrace'],
    ['Flat B, 7 Queens Pde', 'b/7 Queens Parade'],
    ['Level 2, 9 Smith St', '9 Smith Street, Floor 2'],
    ['#03-14, 20 Orchard Rd', '20 Orchard Road #3-14'],
    ['1  Quéens Parade', '1 queens parade'],
  ])('is the same: %s and %s', (one, other) => expect(at(one)).toBe(at(other)));

  test.each([
    ['3/14 Alma Terrace', '4/14 Alma Terrace'],
    ['3/14 Alma Terrace', '14 Alma Terrace'],
    ['Unit 31, 4 Alma Terrace', '3/14 Alma Terrace'],
    ['Level 3, 14 Alma Terrace', 'Unit 3, 14 Alma Terrace'],
    ['14 Alma Terrace Apt 1', '14 Alma Terrace Apt 2'],
    ['#03-14, 20 Orchard Rd', '#03-15, 20 Orchard Rd'],
    ['Unit 3A, 14 Alma Tce', 'Unit 3B, 14 Alma Tce'],
  ])('differs: %s and %s', (one, other) => expect(at(one)).not.toBe(at(other)));

  test('compares suburb and postcode too', () => {
    const street = { address: '1 Queens Parade', suburb: 'clifton  hill', postcode: '3068' };
    expect(addressKey(street)).toBe(at('1 Queens Parade'));
    expect(addressKey({ ...street, postcode: '3069' })).not.toBe(at('1 Queens Parade'));
  });
});
