import { describe, expect, test } from 'vitest';
import { changedFields, nameAction, nameActor, pathOfSubject } from './activity.ts';

describe('what changed', () => {
  test.each([
    { name: 'a field', before: { name: 'Kim' }, after: { name: 'Kim Lee' }, fields: [{ field: 'name', before: 'Kim', after: 'Kim Lee' }] },
    { name: 'a list', before: { roles: ['Orders'] }, after: { roles: [] }, fields: [{ field: 'roles', before: 'Orders', after: 'empty' }] },
    { name: 'what is new', before: null, after: { text: 'Fragile' }, fields: [{ field: 'text', before: 'empty', after: 'Fragile' }] },
    { name: 'what is gone', before: { limit: 5 }, after: null, fields: [{ field: 'limit', before: '5', after: 'empty' }] },
    {
      name: 'nothing that stayed',
      before: { a: 1, b: true },
      after: { a: 1, b: false },
      fields: [{ field: 'b', before: 'yes', after: 'no' }],
    },
    { name: 'a value that is no record', before: 'x', after: 'y', fields: [{ field: '', before: 'x', after: 'y' }] },
    { name: 'nothing', before: null, after: null, fields: [] },
  ])('is $name', ({ before, after, fields }) => {
    expect(changedFields({ before, after })).toEqual(fields);
  });
});

test('names actions, actors and records, and shows what it does not know as it is', () => {
  expect([nameAction('order.refunded'), nameAction('barrel.rolled')]).toEqual(['Refunded', 'barrel.rolled']);
  expect(nameActor({ kind: 'api_key', staffId: 1, name: 'Kim' })).toBe('Kim, by an API key');
  expect(nameActor({ kind: 'staff', staffId: 1, name: 'Kim' })).toBe('Kim');
  expect(pathOfSubject({ kind: 'order', id: 'abc' })).toBe('/orders/abc');
  expect(pathOfSubject({ kind: 'order', id: 'list' })).toBeNull();
  expect(pathOfSubject({ kind: 'barrel', id: '1' })).toBeNull();
});
