import { describe, expect, test } from 'vitest';
import { ACTION_NAMES } from '../messages/activity.ts';
import { type DescribeField, describeChanges, withoutSecrets } from './activity-changes.ts';
import { nameAction, nameActor, nameKind, nameSubject } from './activity-names.ts';

const nothing: DescribeField = () => null;
const subject = { kind: 'staff', id: '1' };
const changes = (before: unknown, after: unknown, describeField = nothing, market: 'AU' | null = null) =>
  describeChanges({ subject, market, before, after }, describeField);

describe('what changed', () => {
  test.each([
    { name: 'a field', before: { name: 'Kim' }, after: { name: 'Kim Lee' }, fields: [{ field: 'Name', before: 'Kim', after: 'Kim Lee' }] },
    { name: 'a list', before: { roles: ['Orders'] }, after: { roles: [] }, fields: [{ field: 'Roles', before: 'Orders', after: null }] },
    { name: 'what is new', before: null, after: { text: 'Fragile' }, fields: [{ field: 'Text', before: null, after: 'Fragile' }] },
    { name: 'what is gone', before: { limit: 5 }, after: null, fields: [{ field: 'Limit', before: '5', after: null }] },
    {
      name: 'nothing that stayed',
      before: { a: 1, isEnabled: true },
      after: { a: 1, isEnabled: false },
      fields: [{ field: 'Switched on', before: 'yes', after: 'no' }],
    },
    {
      name: 'a field without a label',
      before: null,
      after: { rejectedRows: 2 },
      fields: [{ field: 'Rejected rows', before: null, after: '2' }],
    },
    {
      name: 'permissions in words',
      before: null,
      after: { scopes: ['orders.read'] },
      fields: [{ field: 'May', before: null, after: 'see orders' }],
    },
    {
      name: 'a part of a record with the name of the whole',
      before: { source: { text: 'a' } },
      after: { source: { text: 'b' } },
      fields: [{ field: 'Source › Text', before: 'a', after: 'b' }],
    },
    {
      name: 'the lines of an order',
      before: null,
      after: { lines: [{ position: 1, quantity: 2 }] },
      fields: [{ field: 'Items', before: null, after: 'Line 1, Quantity 2' }],
    },
    {
      name: 'the names of fields with texts',
      before: null,
      after: { fields: ['reason', 'phone'] },
      fields: [{ field: 'Entered or changed', before: null, after: 'Reason, Phone' }],
    },
    { name: 'no ids of other rows', before: null, after: { refundId: 'x', revision: 3 }, fields: [] },
    { name: 'nothing', before: null, after: null, fields: [] },
  ])('is $name', ({ before, after, fields }) => {
    expect(changes(before, after)).toEqual(fields);
  });

  test('has amounts in the currency of the market', () => {
    expect(changes(null, { amountCents: 123_450, balance: 12.5 }, nothing, 'AU')).toEqual([
      { field: 'Amount', before: null, after: '$1,234.50' },
      { field: 'Balance', before: null, after: '$12.50' },
    ]);
    expect(changes(null, { refundLimitCents: 20_000 })).toEqual([{ field: 'Highest refund at once', before: null, after: '200.00' }]);
  });

  test('has the names and formats of a form', () => {
    const describeField: DescribeField = (_subject, [first, second]) =>
      first === 'value' ? (second === undefined ? { label: '' } : { label: 'Fee', format: (value) => `${value} each` }) : null;

    expect(changes({ value: { fee: 9 } }, { value: { fee: 10 } }, describeField)).toEqual([
      { field: 'Fee', before: '9 each', after: '10 each' },
    ]);
  });
});

test('never shows a secret, should one be logged by mistake', () => {
  const before = { password: 'p1', nested: [{ accessToken: 't1', credentials: { user: 'kim', password: 'p2' } }] };

  expect(JSON.stringify(withoutSecrets(before))).not.toMatch(/p1|t1|p2/);
  expect(JSON.stringify(changes(null, before))).not.toMatch(/p1|t1|p2/);
  expect(withoutSecrets({ secret: true, secrets: ['stripeSecretKey'] })).toEqual({ secret: true, secrets: ['stripeSecretKey'] });
});

test('names the kind of every action, for the filter', () => {
  const kinds = Object.keys(ACTION_NAMES).map((action) => action.split('.')[0] ?? '');

  expect(kinds.filter((kind) => nameKind(kind) === kind)).toEqual([]);
});

test('names actions, actors and records, and shows what it does not know as it is', () => {
  expect([nameAction('order.refunded'), nameAction('barrel.rolled')]).toEqual(['Refunded', 'barrel.rolled']);
  expect(nameActor({ kind: 'api_key', staffId: 1, name: 'Kim', key: 'Stock sync' })).toBe('Kim, by the API key “Stock sync”');
  expect(nameActor({ kind: 'api_key', staffId: 1, name: 'Kim', key: null })).toBe('Kim, by an API key');
  expect(nameActor({ kind: 'staff', staffId: 1, name: 'Kim', key: null })).toBe('Kim');
  expect(nameActor({ kind: 'system', staffId: null, name: 'House prices', key: null })).toBe('The shop');
  expect(nameActor({ kind: 'system', staffId: 1, name: 'Kim', key: null })).toBe('The shop, for Kim');
  expect(nameSubject({ kind: 'order', id: 'abc', name: '#1000023' })).toBe('Order #1000023');
  expect(nameSubject({ kind: 'order', id: 'abc', name: null })).toBe('Order abc');
  expect(nameSubject({ kind: 'order', id: 'list', name: null })).toBe('Order (list)');
});
