import { expect, test } from 'vitest';
import { eraseFromView } from './erase-from-view.ts';

const PETRA = { email: 'petra@example.com', givenName: 'Petra', familyName: 'Marlow' };

test.each([
  ['a search for the address', 'Calls', 'q=PETRA%40example.com&status=Completed', 'status=Completed'],
  ['a search for both names, in any order', 'Calls', 'q=marlow+petra&sort=-placed&market=AU', 'sort=-placed&market=AU'],
  ['a filter with the address', 'Calls', 'customer=petra%40example.com&market=AU', 'market=AU'],
  ['a search and nothing else', 'Calls', 'q=petra%40example.com&sort=-placed&columns=number', null],
  ['a name of the view', 'Orders of Petra Marlow', 'status=Completed', null],
  ['one of the names only', 'Calls', 'q=marlow', 'q=marlow'],
  ['somebody else', 'To send', 'q=rosa%40example.com', 'q=rosa%40example.com'],
])('leaves of %s what does not name the person', (_, name, query, left) => {
  expect(eraseFromView({ name, query }, PETRA)).toBe(left);
});

test('does not take a person without a name or an address for everybody', () => {
  expect(eraseFromView({ name: 'To send', query: 'q=shiraz' }, { ...PETRA, givenName: '', familyName: '' })).toBe('q=shiraz');
  expect(eraseFromView({ name: 'To send', query: 'q=shiraz' }, { ...PETRA, email: '' })).toBe('q=shiraz');
  expect(eraseFromView({ name: 'To send', query: 'q=rosa' }, { ...PETRA, givenName: 'Rosa', familyName: '' })).toBe('q=rosa');
});
