import { expect, test } from 'vitest';
import { findProblems, uniqueIndexesOf } from './migration-rules.ts';

const RELEASE = '0.4.0';
const UNIQUE = uniqueIndexesOf([{ sql: 'create unique index orders_number_idx on orders (number);' }]);
const check = (sql: string, name = '0061_change.sql') =>
  findProblems({ name, sql, isAtomic: !sql.includes('-- transaction: none') }, RELEASE, UNIQUE);

test.each([
  'create table gifts (id integer not null);',
  'alter table orders add column gift text;',
  "alter table orders add column gift text not null default '', add column wrap text;",
  'drop index orders_gift_idx;',
  '-- drop table orders, later\ncreate table gifts (id integer);\ncreate unique index gifts_idx on gifts (id);',
  'create table gifts (id integer); alter table gifts add constraint gifts_id check (id > 0); update gifts set id = 1;',
  '-- transaction: none\ncreate index concurrently if not exists orders_gift_idx on orders (gift);\n',
  'alter table orders add constraint orders_gift_check check (gift > 0) not valid;',
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
  ['alter table orders alter column gift drop default;', 'drops a default'],
  ['alter table orders add column gift text not null;', 'adds a required column without a default'],
  ['drop function f();', 'drops a function'],
  ['do $$ begin alter table orders drop column gift; end $$;', 'drops a column'],
  ["do language plpgsql $$ begin execute 'drop table orders'; end $$;", 'drops a table'],
  ['alter table orders alter column gift drop not null;', 'lets a column be null, which the last release does not expect'],
  ['drop index if exists orders_gift_idx, public.orders_number_idx cascade;', 'drops a unique index, which "on conflict" may need'],
  ['alter table orders drop constraint orders_gift_check;', 'drops a constraint'],
  ['drop trigger forbid_update on orders;', 'drops a trigger'],
  ['drop type gift;', 'drops a type'],
  ['drop sequence gifts;', 'drops a sequence'],
  ["alter type gift rename value 'a' to 'b';", 'renames a part of a type'],
  ['alter table orders set schema archive;', 'moves something to another schema'],
  ['truncate orders;', 'empties a table'],
  ['alter table orders add constraint orders_gift_key unique using index orders_gift_idx;', 'makes values of orders unique'],
])('asks for the last release that used it: %s', (sql, what) => {
  expect(check(sql)).toEqual([expect.stringContaining(`0061_change.sql ${what}. Say at its head which release used that last`)]);
  expect(check(`-- Why.\n-- contract: last used in 0.3.0\n${sql}`)).toEqual([]);
  expect(check(`-- contract: never released\n${sql}`)).toEqual([]);
});

test.each([
  ['create index orders_gift_idx on orders (gift);', 'builds an index while nobody can write to orders.'],
  ['create index on only public.orders (gift);', 'builds an index while nobody can write to orders.'],
  ['alter table orders add constraint orders_gift_check check (gift > 0);', 'checks every row of orders while nobody can write to it.'],
  ['alter table orders add foreign key (gift) references gifts;', 'checks every row of orders while nobody can write to it.'],
  ['alter table orders add column gift integer check (gift > 0);', 'checks every row of orders while nobody can write to it.'],
  ['alter table orders add column gift bigint references gifts;', 'checks every row of orders while nobody can write to it.'],
  ['alter table orders add column total integer not null generated always as (1) stored;', 'writes every row of orders again'],
  ['alter table orders add column gift uuid not null default gen_random_uuid();', 'writes every row of orders again'],
  ['alter table orders add column gift text;\nupdate orders set gift = wrap;', 'alters orders and changes its rows in one transaction.'],
])('asks that nobody waits for long: %s', (sql, what) => {
  expect(check(sql)).toEqual([expect.stringContaining(`0061_change.sql ${what}`)]);
  expect(check(`-- locks: the table has few rows\n${sql}`)).toEqual([]);
  expect(check(sql, '0053_change.sql')).toEqual([]);
});

test.each([
  ['alter table orders alter column gift set not null;', 'makes a column required', 'reads every row of orders'],
  ['alter table orders alter column number type bigint;', 'changes the type of a column', 'writes every row of orders again'],
  ['alter table orders add column gift text unique;', 'makes values of orders unique', 'builds an index while nobody can use orders'],
])('asks for the last release that used it, and that nobody waits for long: %s', (sql, contraction, lock) => {
  expect(check(sql)).toEqual([expect.stringContaining(contraction), expect.stringContaining(lock)]);
  expect(check(`-- contract: never released\n${sql}`)).toEqual([expect.stringContaining(lock)]);
  expect(check(`-- contract: never released\n-- locks: the table has few rows\n${sql}`)).toEqual([]);
});

test('asks for both where values become unique: an index that is built while all go on, and the release that wrote them', () => {
  const head = '-- transaction: none\n-- contract: never released\n';
  expect(check(`${head}create unique index concurrently if not exists orders_gift_idx on orders (gift);\n`)).toEqual([]);
  expect(check('create unique index orders_gift_idx on orders (gift);')).toEqual([
    expect.stringContaining('makes values of orders unique'),
    expect.stringContaining('builds an index while nobody can write to orders'),
  ]);
});

test('refuses to take away what the last release uses', () => {
  expect(check('-- contract: last used in 0.4.0\ndrop table gifts;')).toEqual([
    '0061_change.sql takes away what 0.4.0 used, and processes of 0.4.0 still run. Wait for the release after the next one.',
  ]);
});

test('asks that a file without a transaction can be repeated', () => {
  const head = '-- transaction: none\n';
  expect(check(`${head}create index concurrently if not exists i on orders (id);\n`)).toEqual([]);
  expect(check(`${head}comment on column orders.number is 'Shown to the buyer.';\n`)).toEqual([]);
  expect(check(`${head}create index concurrently i on orders (id);\n`)).toEqual([
    '0061_change.sql has no transaction, and cannot repeat: create index concurrently i on orders (id)',
  ]);
  expect(check(`${head}create or replace function f() returns void language sql as $$ select 1 $$;`)).toContain(
    '0061_change.sql has the body of a function and no transaction. Put the function in a file of its own.',
  );
});

test('leaves files alone that are older than the rules', () => {
  expect(check('drop table orders;', '0023_loyalty_as_settings.sql')).toEqual([]);
});
