/** Writes a database file in MaxMind's format with one answer for one half of all IPv4 addresses, to test its reader with. */

const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x40 | value.length]), Buffer.from(value)]);
const map = (entries: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    Buffer.from([0xe0 | Object.keys(entries).length]),
    ...Object.entries(entries).flatMap(([key, value]) => [text(key), value]),
  ]);
/** Type 11 is beyond the seven that fit the first byte. */
const list = (...values: Buffer[]): Buffer => Buffer.concat([Buffer.from([values.length, 11 - 7]), ...values]);
const number = (type: number, bytes: number, value: number): Buffer => {
  const body = Buffer.alloc(bytes);
  body.writeUIntBE(value, 0, bytes);
  return Buffer.concat([Buffer.from([(type << 5) | bytes]), body]);
};
const uint16 = (value: number): Buffer => number(5, 2, value);
const uint32 = (value: number): Buffer => number(6, 4, value);
const uint64 = (value: number): Buffer => Buffer.concat([Buffer.from([4, 9 - 7]), number(6, 4, value).subarray(1)]);

/** A file in which addresses up to 127.255.255.255 lie in a subdivision and all others are unknown. */
export function addressDatabase(subdivision: string): Buffer {
  const nodes = 1;
  const record = (value: number): Buffer => number(0, 3, value).subarray(1);
  // Left: the data right after the separator. Right: as many as there are nodes, which means nothing is known.
  const tree = Buffer.concat([record(nodes + 16), record(nodes)]);
  const data = map({ subdivisions: list(map({ iso_code: text(subdivision) })) });
  const metadata = map({
    node_count: uint32(nodes),
    record_size: uint16(24),
    ip_version: uint16(4),
    database_type: text('Test-City'),
    languages: list(text('en')),
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(1),
    description: map({ en: text('For tests') }),
  });
  return Buffer.concat([tree, Buffer.alloc(16), data, Buffer.from('abcdef', 'hex'), Buffer.from('MaxMind.com'), metadata]);
}
