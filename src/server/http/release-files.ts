/**
 * Built files of earlier releases. Pages that are open in tabs load chunks by the names of their own release, also from processes of the
 * next one, and during a rolling upgrade pages of the new release may ask processes of the old one.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findReleaseFile, storeReleaseFiles } from '#domains/system/server/release-file.repository.ts';
import type { Database } from '#lib/db/pool.ts';

/** Cache header of files whose names have a hash of their content. */
export const HASHED_FILE_CACHE = 'public, max-age=31536000, immutable';

/** The parts of the shop that have built files, with the folder of each. */
const BUILDS = { shop: 'build/client/assets', office: 'build/office/assets' } as const;
type BuildPart = keyof typeof BUILDS;

/** Kinds of files that the build makes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const MAX_NAME = 200;

/** Returns the names of the files that pages load. */
async function readBuild(root: string, folder: string): Promise<string[]> {
  let names: string[];
  try {
    names = await readdir(join(root, folder));
  } catch (error) {
    throw new Error(`The built files in ${folder} cannot be read. Run "npm run build", or let the process read them.`, { cause: error });
  }
  const built = names.filter((name) => extname(name) in MEDIA_TYPES);
  if (built.length === 0) throw new Error(`There are no built files in ${folder}. Run "npm run build".`);
  return built;
}

/**
 * Stores the built files of this release, and keeps those of releases before it for a month.
 * @param root folder of the shop
 * @throws if a part has no built files: to store nothing would supersede the files of the release that is running
 * @returns how many were not stored yet
 */
export async function keepReleaseFiles(database: Database, root: string): Promise<number> {
  const files = new Map<string, () => Promise<Buffer>>();
  for (const [part, folder] of Object.entries(BUILDS)) {
    const names = await readBuild(root, folder);
    for (const name of names) files.set(`${part}/${name}`, () => readFile(join(root, folder, name)));
  }
  return storeReleaseFiles(database, files);
}

/** Answers requests for files that this release does not have: with those of another release, or with 404. */
export function serveReleaseFiles(assets: FastifyInstance, database: Database, part: BuildPart): void {
  const notFound = (reply: FastifyReply): FastifyReply =>
    reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found');
  assets.setNotFoundHandler(async (request: FastifyRequest, reply) => {
    const name = new URL(request.url, 'http://localhost').pathname.slice('/assets/'.length);
    const type = MEDIA_TYPES[extname(name)];
    if (type === undefined || name.length > MAX_NAME || !/^[\w.-]+$/.test(name)) return notFound(reply);
    const content = await findReleaseFile(database, `${part}/${name}`);
    if (content === null) return notFound(reply);
    return reply.header('cache-control', HASHED_FILE_CACHE).type(type).send(content);
  });
}
