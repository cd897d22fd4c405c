import { expect, test } from 'vitest';
import { findSharedFileNames, findStatements, findWrongNames } from './sql-location.ts';

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

const statement = (name: string) => `export const findCart = (db: Queryable) => db.queryOne({ name: ${name}, text: 'select 1' });`;

test.each(["'cart.findCart'", "'cart.findCart.lines'", '`cart.findCart.${kind}`', '`cart.findCart.${isOpening ? 1 : 2}`'])(
  'accepts the statement name %s',
  (name) => {
    expect(findWrongNames('src/cart.repository.ts', statement(name))).toEqual([]);
  },
);

test.each(["'cart.find'", "'carts.findCart'", "'cart.findCartLines'", '`cart.find.${kind}`', '`${kind}`'])(
  'rejects the statement name %s',
  (name) => {
    expect(findWrongNames('src/cart.repository.ts', statement(name))).toEqual([{ line: 1, name }]);
  },
);

test('rejects a statement name that occurs twice', () => {
  const text = `${statement("'cart.findCart'")}\n${statement("'cart.findCart'")}`;
  expect(findWrongNames('src/cart.repository.ts', text)).toEqual([{ line: 2, name: "'cart.findCart'" }]);
});

test('accepts the name of a method in a factory', () => {
  const text = "const records = (db: Queryable) => ({ async find() { await db.execute({ name: 'cart.find', text: 'select 1' }); } });";
  expect(findWrongNames('src/cart.repository.ts', text)).toEqual([]);
});

test('finds repositories that share a file name', () => {
  const paths = ['src/a/session.repository.ts', 'src/b/session.ts', 'src/b/session.repository.ts', 'src/c/cart.repository.ts'];
  expect(findSharedFileNames(paths)).toEqual(['src/b/session.repository.ts']);
});
