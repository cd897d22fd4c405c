/** Titles of documents, which end with the name of the shop. */
import type { MetaDescriptor, MetaFunction } from 'react-router';
import { pageTitle } from '../messages.ts';
import { getSiteData } from './use-site-data.ts';

type Matches = Parameters<typeof getSiteData>[0];

/** Returns the title of a document with the name of the shop that `matches` belong to. */
export const titleOf = (title: string, matches: Matches): string => pageTitle(title, getSiteData(matches)?.layout.identity?.name);

/** Creates the `meta` of a page with a fixed title. @param others further entries */
export const titleMeta =
  (title: string, others: readonly MetaDescriptor[] = []): MetaFunction =>
  ({ matches }) => [{ title: titleOf(title, matches) }, ...others];
