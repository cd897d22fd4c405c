import { describe, expect, test } from 'vitest';
import { isHostHeader, isLoopbackHost, siteOrigin } from './origins.ts';

describe('isHostHeader', () => {
  test.each([
    '',
    'localhost',
    'localhost:3000',
    'sg.localhost:65535',
    'shop.example',
    'my_app:3000',
    '127.0.0.1:80',
    '[::1]:3000',
    'localhost:',
  ])('accepts %j', (header) => {
    expect(isHostHeader(header)).toBe(true);
  });

  test.each([
    'localhost:0',
    'localhost:65536',
    'localhost:99999',
    'localhost:abc',
    'localhost:-1',
    'a@b',
    'a/b',
    'a b',
    '::1',
    'a:1:2',
    'é.example',
  ])('rejects %j', (header) => {
    expect(isHostHeader(header)).toBe(false);
  });
});

describe('isLoopbackHost', () => {
  test.each(['localhost', 'LocalHost:3000', 'spirits.sg.localhost:1', '127.0.0.1', '127.1.2.3:80', '[::1]:3000'])(
    'is true for %j',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  test.each(['', 'shop.example', 'localhost.example', 'evil-localhost', '128.0.0.1', '127.0.0.1.example', '0.0.0.0', '[::2]'])(
    'is false for %j',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});

describe('siteOrigin [SITE-25]', () => {
  test.each([
    {
      name: 'a public host has the protocol and port of PUBLIC_URL',
      host: 'sg.shop.example',
      publicUrl: 'https://shop.example:8443',
      requested: 'http://sg.shop.example:6666',
      origin: 'https://sg.shop.example:8443',
    },
    {
      name: 'a loopback host keeps the protocol and port of the request',
      host: 'sg.localhost',
      publicUrl: 'http://localhost:3000',
      requested: 'https://localhost:8080',
      origin: 'https://sg.localhost:8080',
    },
    {
      name: 'a default port is not written',
      host: 'localhost',
      publicUrl: 'http://localhost:3000',
      requested: 'http://localhost:80',
      origin: 'http://localhost',
    },
    {
      name: 'a loopback host of a public shop is reached at PUBLIC_URL',
      host: 'localhost',
      publicUrl: 'https://shop.example',
      requested: 'https://shop.example',
      origin: 'https://shop.example',
    },
    {
      name: 'a loopback host without a request has what PUBLIC_URL says',
      host: 'sg.localhost',
      publicUrl: 'http://localhost:3000',
      requested: undefined,
      origin: 'http://sg.localhost:3000',
    },
  ])('$name', ({ host, publicUrl, requested, origin }) => {
    expect(siteOrigin(host, publicUrl, requested)).toBe(origin);
  });
});
