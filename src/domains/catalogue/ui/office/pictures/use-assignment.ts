/** Which wine gets which of the uploaded files: proposed by their names, changed by the person, saved wine by wine. */
import { useEffect, useState } from 'react';
import type { WineOption, WinePictures } from '#domains/catalogue/picture-office-contract.ts';
import { pictureCalls } from './picture-calls.ts';
import type { UploadState } from './use-uploads.ts';

export interface WinePlan {
  readonly wine: WineOption;
  /** Ids of pictures in their order. */
  readonly pictures: readonly string[];
}

/** Returns the pictures of each wine. Files that are not uploaded are left out. */
export function planOf(wines: readonly (readonly WineOption[])[], states: readonly UploadState[]): WinePlan[] {
  const plans = new Map<string, { wine: WineOption; pictures: string[] }>();
  for (const [index, offers] of wines.entries()) {
    const state = states[index];
    if (state?.is !== 'done') continue;
    for (const wine of offers) {
      const plan = plans.get(wine.id) ?? { wine, pictures: [] };
      if (!plan.pictures.includes(state.picture.id)) plan.pictures.push(state.picture.id);
      plans.set(wine.id, plan);
    }
  }
  return [...plans.values()];
}

export interface Assignment {
  /** Wines of each file; null until they are known. */
  readonly wines: readonly (readonly WineOption[])[] | null;
  readonly setWines: (index: number, wines: readonly WineOption[]) => void;
}

/** Proposes the wines of files by their names. */
export function useAssignment(files: readonly File[]): Assignment {
  const [wines, setWines] = useState<readonly (readonly WineOption[])[] | null>(null);
  useEffect(() => {
    let isStopped = false;
    void pictureCalls.matchPictureFiles({ files: files.map(({ name }) => name.slice(-200)) }).then((matched) => {
      // Without a proposal, the person chooses.
      if (!isStopped) setWines(files.map((_, index) => (matched.ok ? (matched.value.rows[index]?.wines ?? []) : [])));
    });
    return () => {
      isStopped = true;
    };
  }, [files]);
  return {
    wines,
    setWines: (index, chosen) => setWines((before) => before?.map((one, at) => (at === index ? chosen : one)) ?? null),
  };
}

export interface AssignResult {
  readonly changed: readonly WinePictures[];
  readonly failed: readonly { readonly plan: WinePlan; readonly title: string }[];
}

/** Gives pictures to wines, one wine after the other. What fails is returned and can be tried again. */
export async function assignPictures(
  plans: readonly WinePlan[],
  isFirst: boolean,
  onProgress: (done: number) => void,
): Promise<AssignResult> {
  const changed: WinePictures[] = [];
  const failed: { plan: WinePlan; title: string }[] = [];
  for (const [index, plan] of plans.entries()) {
    const saved = await pictureCalls.changeWinePictures({ offer: plan.wine.id, add: [...plan.pictures], isFirst });
    if (saved.ok) changed.push(saved.value);
    else failed.push({ plan, title: saved.title });
    onProgress(index + 1);
  }
  return { changed, failed };
}
