/** Finds the subdivision of an IP address in a MaxMind database file that the configuration names [SHIP-20]. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';
import { subdivisionCode } from '../model/geolocation.ts';

/** Returns the subdivision code of an IP address, or null if it is unknown or invalid. */
export type SubdivisionOf = (ip: string) => string | null;

/**
 * Reads the file once. Without a file all subdivisions are unknown.
 * @throws if the file is missing or has another format
 */
export function openSubdivisions(file: string | undefined): SubdivisionOf {
  if (file === undefined) return () => null;
  const reader = new Reader<CityResponse>(readFileSync(file));
  return (ip) => (isIP(ip) === 0 ? null : subdivisionCode(reader.get(ip)?.subdivisions?.[0]?.iso_code));
}
