/** A push service on this machine: takes what the shop sends to its browsers, and reads it as they would (RFC 8291). */
import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivered {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly message: unknown;
}

export interface TestBrowserKeys {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface FakePushService {
  readonly origin: string;
  readonly delivered: Delivered[];
  /** Answers to the next posts; 201 after. */
  readonly answers: number[];
  /** A browser that subscribed here. */
  browser(name: string): TestBrowserKeys;
  stop(): Promise<void>;
}

interface Keys {
  readonly curve: ECDH;
  readonly auth: Buffer;
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();
const expand = (secret: Buffer, info: string | Buffer, length: number): Buffer =>
  hmac(secret, Buffer.concat([Buffer.from(info), Buffer.from([1])])).subarray(0, length);

/** The text of an aes128gcm body of one record. @throws where it was not made for these keys */
function decrypt(body: Buffer, { curve, auth }: Keys): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const secret = hmac(salt, expand(hmac(auth, curve.computeSecret(senderKey)), info, 32));
  const cipher = createDecipheriv(
    'aes-128-gcm',
    expand(secret, 'Content-Encoding: aes128gcm\0', 16),
    expand(secret, 'Content-Encoding: nonce\0', 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

export async function startPushService(): Promise<FakePushService> {
  const browsers = new Map<string, Keys>();
  const delivered: Delivered[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = answers.shift() ?? 201;
      const path = request.url ?? '';
      const keys = browsers.get(path);
      if (status === 201 && keys)
        delivered.push({ path, headers: request.headers, message: JSON.parse(decrypt(Buffer.concat(chunks), keys)) });
      response.writeHead(keys ? status : 404).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    delivered,
    answers,
    browser(name) {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      browsers.set(`/${name}`, { curve, auth });
      return { endpoint: `${origin}/${name}`, p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') };
    },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
