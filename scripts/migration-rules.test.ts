import { expect, test } from 'vitest';
import { findProblems } from './migration-rules.ts';

const RELEASE = '0.4.0';
const check = (sql: string, name = '0031_change.sql') =>
  findProblems({ name, sql, isAtomic: !sql.includes('-- transaction: none') }, RELEASE);

test.each([
  'create table gifts (id integer not null);',
  'alter table orders add column gift text;',
  "alter table orders add column gift text not null default '', add column wrap text;",
  'alter table orders add column total integer not null generated always as (1) stored;',
  'alter table orders alter column gift drop not null;',
  'drop index orders_gift_idx;',
  '-- drop table orders, later\ncreate index gifts_idx on gifts (id);',
  'create function f() returns void language sql as $$ drop table orders $$;',
])('accepts what the last release does not notice: %s', (sql) => {
  expect(check(sql)).toEqual([]);
});

test.each([
  ['drop table orders;', 'drops a table'],
  ['alter table orders drop column gift;', 'drops a column'],
  ['alter table orders rename column gift to present;', 'renames something'],
  ['alter table orders rename gift to present;', 'renames something'],
  ['alter table orders rename to sales;', 'renames something'],
  ['alter table orders alter column gift set not null;', 'makes a column required'],
  ['alter table orders alter column gift drop default;', 'drops a default'],
  ['alter table orders alter column number type bigint;', 'changes the type of a column'],
  ['alter table orders add column gift text not null;', 'adds a required column without a default'],
  ['drop function f();', 'drops a function'],
])('asks for the last release that used it: %s', (sql, what) => {
  expect(check(sql)).toEqual([expect.stringContaining(`0031_change.sql ${what}. Say at its head which release used that last`)]);
  expect(check(`-- Why.\n-- contract: last used in 0.3.0\n${sql}`)).toEqual([]);
  expect(check(`-- contract: never released\n${sql}`)).toEqual([]);
});

test('refuses to take away what the last release uses', () => {
  expect(check('-- contract: last used in 0.4.0\ndrop table gifts;')).toEqual([
    '0031_change.sql takes away what 0.4.0 used, and processes of 0.4.0 still run. Wait for the release after the next one.',
  ]);
});

test('asks that a file without a transaction can be repeated', () => {
  const head = '-- transaction: none\n';
  expect(check(`${head}create index concurrently if not exists i on orders (id);\n`)).toEqual([]);
  expect(check(`${head}comment on column orders.number is 'Shown to the buyer.';\n`)).toEqual([]);
  expect(check(`${head}create index concurrently i on orders (id);\n`)).toEqual([
    '0031_change.sql has no transaction, and cannot repeat: create index concurrently i on orders (id)',
  ]);
  expect(check(`${head}create or replace function f() returns void language sql as $$ select 1 $$;`)).toContain(
    '0031_change.sql has the body of a function and no transaction. Put the function in a file of its own.',
  );
});

test('leaves files alone that are older than the rules', () => {
  expect(check('drop table orders;', '0023_loyalty_as_settings.sql')).toEqual([]);
});
