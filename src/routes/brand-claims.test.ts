/** Claims about the retailer are content, not code (docs/decisions/0077-brand-texts-are-content.md). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = new URL('../..', import.meta.url).pathname;

/**
 * Matches sentences about how a retailer selects, tastes, packs and ships, and about its people and places. Excludes cellar and
 * vineyard, which are also trade terms.
 */
const CLAIMS = [
  /tasted twice|chosen twice|(?:has|have|we) tasted|still tasting|being tasted|two of us|one of us|packed by us|case we packed/i,
  /would take home|others take home|whoever liked it|people who (?:drink|had some|know)|we chose|we choose|we pour|poured side by side/i,
  /independent|family[- ]owned|award[- ]winning|hand[- ]picked|sent from (?!an address)|our growers|Traditional Owners|What we (?:smell|taste)/i,
  /within a working day|behind the bar|on the bench|what to pour first/i,
];
/** Returns true for source files that visitors see. Their lines are matched against the claims. */
const isProgramText = (path: string): boolean => /\.(?:tsx?|webmanifest|svg|css)$/.test(path) && !/\.test\.tsx?$/.test(path);

test('finds no claim about the retailer in pages, emails and manifest', async () => {
  const folders = ['src', 'public'];
  const claims: string[] = [];
  for (const folder of folders)
    for (const path of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!isProgramText(path)) continue;
      const lines = (await readFile(join(ROOT, folder, path), 'utf8')).split('\n');
      for (const [index, line] of lines.entries()) {
        const isComment = /^\s*(?:\*|\/\/|\/\*|\{\/\*)/.test(line);
        if (!isComment && CLAIMS.some((claim) => claim.test(line))) claims.push(`${folder}/${path}:${index + 1} ${line.trim()}`);
      }
    }

  expect(claims).toEqual([]);
});
