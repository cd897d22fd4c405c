import { expect, test } from 'vitest';
import { hasSessionMarker, signInChange } from './session-marker.ts';

const USER = '@@auth0spajs@@::shop::@@user@@';

const browsers = [
  { name: 'a guest', cookies: 'theme=dark', kept: null, has: false },
  { name: 'the marker cookie', cookies: 'a=b; auth0.shop.is.authenticated=true', kept: null, has: true },
  { name: 'another client’s cookie', cookies: 'auth0.other.is.authenticated=true', kept: null, has: false },
  { name: 'a stored user whose cookie has expired', cookies: '', kept: '{}', has: true },
];
test.each(browsers)('detects a session from $name [ID-24]', ({ cookies, kept, has }) => {
  expect(hasSessionMarker('shop', cookies, (name) => (name === USER ? kept : null))).toBe(has);
});

const changes = [
  { name: 'signed in elsewhere', key: USER, value: '{}', means: true },
  { name: 'signed out elsewhere', key: USER, value: null, means: false },
  { name: 'something else', key: 'vmcode', value: 'WELCOME20', means: null },
];
test.each(changes)('interprets a storage change: $name', ({ key, value, means }) => {
  expect(signInChange('shop', key, value)).toBe(means);
});
