/** Schemas of configuration variables. */
import { isIP } from 'node:net';
import { z } from 'zod';

export const port = z.coerce.number().int().min(0).max(65_535);
export const integer = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
export const origin = z.url({ protocol: /^https?$/ }).transform((value, context) => {
  const url = new URL(value);
  if (url.href === `${url.origin}/`) return url.origin;
  context.addIssue('is more than an origin');
  return z.NEVER;
});
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** Returns true for an IP address, a range (`10.0.0.0/8`) or a name that the server library knows. */
export const isProxy = (value: string): boolean => {
  const [address = '', bits, ...more] = value.split('/');
  const family = isIP(address);
  const inRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128));
  return ['loopback', 'linklocal', 'uniquelocal'].includes(value) || (family !== 0 && inRange && more.length === 0);
};
export const upstreams = z
  .string()
  .transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(
    z.array(
      z.strictObject({
        id: z.string().regex(/^[a-z0-9-]{1,30}$/),
        label: z.string().min(1).max(40),
        issuer: z.url({ protocol: /^https?$/ }),
        clientId: z.string().min(1),
        clientSecret: z.string().min(1).optional(),
      }),
    ),
  );
export const boolean = z.enum(['yes', 'no']).transform((value) => value === 'yes');

export interface Variable {
  readonly schema: z.ZodType;
  readonly default: string | undefined;
  readonly allowed: string;
  readonly description: string;
  /** Name under which it is still read, with a deprecation line. */
  readonly formerName?: string;
  /** A password or key. Its value appears in no message. */
  readonly secret?: true;
}
