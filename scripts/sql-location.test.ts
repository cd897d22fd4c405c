import { expect, test } from 'vitest';
import { findStatements } from './sql-location.ts';

test.each([
  "text: 'select id from orders where id = $1',",
  'text: `insert into orders (id) values ($1)`,',
  'text: "update orders set status = $1",',
  "text: 'delete from orders',",
  'text: `with due as (select 1)',
  "text: 'select pg_advisory_xact_lock($1)',",
])('finds %s', (code) => {
  expect(findStatements(`const a = 1;\n${code}\n`)).toEqual([{ line: 2, code }]);
});

test.each([
  "await database.queryOne({ text: 'select 1' });",
  "title: 'Select a card',",
  "'selected'",
  'update(cart);',
  "'with delivery as usual'",
  '// select id from orders',
])('ignores %s', (code) => {
  expect(findStatements(code)).toEqual([]);
});
