/** The subdivision of a client address, from a database file in MaxMind's format that the configuration names. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type CityResponse, Reader } from 'mmdb-lib';
import { subdivisionCode } from '../model/geolocation.ts';

/** In: a client address. Out: its subdivision's code, null where it is not known, or no address. */
export type SubdivisionOf = (ip: string) => string | null;

/**
 * Read the file once; without one nothing is known.
 * @throws where the file is missing or of another format
 */
export function openSubdivisions(file: string | undefined): SubdivisionOf {
  if (file === undefined) return () => null;
  const reader = new Reader<CityResponse>(readFileSync(file));
  return (ip) => (isIP(ip) === 0 ? null : subdivisionCode(reader.get(ip)?.subdivisions?.[0]?.iso_code));
}
