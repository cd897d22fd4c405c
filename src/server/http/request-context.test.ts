import { describe, expect, test } from 'vitest';
import { readConfig } from '#lib/server/config.ts';
import { isKnownOrigin, originOf } from './request-context.ts';

const LOCAL = readConfig({});
const PUBLIC = readConfig({
  PUBLIC_URL: 'https://shop.example',
  SITES: 'shop.example=AU wine, sg.shop.example=SG wine',
  ALLOWED_ORIGINS: 'https://partner.example',
  SMTP_URL: 'smtp://mail.example',
});

describe('the origin of a request [SITE-24, SITE-25]', () => {
  test.each([
    {
      name: 'a public host ignores the port of Host',
      config: PUBLIC,
      host: 'shop.example:6666',
      protocol: 'http',
      origin: 'https://shop.example',
    },
    {
      name: 'a public host ignores a forwarded protocol',
      config: PUBLIC,
      host: 'sg.shop.example',
      protocol: 'http',
      origin: 'https://sg.shop.example',
    },
    { name: 'an unlisted host is PUBLIC_URL', config: PUBLIC, host: 'evil.example', protocol: 'https', origin: 'https://shop.example' },
    {
      name: 'a loopback host has the port of a mapping',
      config: LOCAL,
      host: 'sg.localhost:8080',
      protocol: 'http',
      origin: 'http://sg.localhost:8080',
    },
    {
      name: 'a loopback host may be behind TLS',
      config: LOCAL,
      host: 'localhost:8443',
      protocol: 'https',
      origin: 'https://localhost:8443',
    },
    { name: 'any other protocol is http', config: LOCAL, host: 'localhost:3000', protocol: 'javascript', origin: 'http://localhost:3000' },
    { name: 'the name is in lower case', config: LOCAL, host: 'SG.LocalHost:3000', protocol: 'http', origin: 'http://sg.localhost:3000' },
  ])('$name', ({ config, host, protocol, origin }) => {
    // Fastify returns a forwarded protocol unchecked, whatever its type says.
    expect(originOf(config, { host, protocol: protocol as 'http' })).toBe(origin);
  });
});

describe('known origins', () => {
  test.each([
    { name: 'its own', config: PUBLIC, host: 'shop.example', origin: 'https://shop.example', known: true },
    { name: 'a sister site', config: PUBLIC, host: 'shop.example', origin: 'https://sg.shop.example', known: true },
    { name: 'a configured one', config: PUBLIC, host: 'shop.example', origin: 'https://partner.example', known: true },
    { name: 'a sister site on another port', config: PUBLIC, host: 'shop.example', origin: 'https://sg.shop.example:8443', known: false },
    {
      name: 'a sister site on the port that Host names',
      config: PUBLIC,
      host: 'shop.example:8443',
      origin: 'https://sg.shop.example:8443',
      known: false,
    },
    { name: 'a sister site without TLS', config: PUBLIC, host: 'shop.example', origin: 'http://sg.shop.example', known: false },
    { name: 'a stranger', config: PUBLIC, host: 'shop.example', origin: 'https://evil.example', known: false },
    { name: 'no origin at all', config: PUBLIC, host: 'shop.example', origin: 'null', known: false },
    {
      name: 'an address that is no host of the table',
      config: LOCAL,
      host: '192.168.1.5:3000',
      origin: 'http://192.168.1.5:3000',
      known: true,
    },
    { name: 'a loopback site on the same port', config: LOCAL, host: 'localhost:8080', origin: 'http://sg.localhost:8080', known: true },
    { name: 'a loopback site on another port', config: LOCAL, host: 'localhost:8080', origin: 'http://sg.localhost:9090', known: false },
  ])('$name', ({ config, host, origin, known }) => {
    expect(isKnownOrigin(config, { host, protocol: 'http' }, origin)).toBe(known);
  });
});
