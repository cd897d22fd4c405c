/** The life of an import: what it is doing, and what people may do with it then. */

export const IMPORT_STATES = [
  'uploading',
  'inspecting',
  'mapping',
  'comparing',
  'ready',
  'held',
  'applying',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** States in which a background process works. */
export const PENDING_STATES = ['inspecting', 'comparing', 'applying', 'undoing'] as const satisfies readonly ImportState[];
export const isPending = (state: ImportState): boolean => PENDING_STATES.some((pending) => pending === state);

export const IMPORT_SOURCES = ['command', 'office', 'schedule'] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** `list`: a price list with a mapping. `changes`: a table of changes by SKU. `records`: the shop's own format. */
export const IMPORT_KINDS = ['list', 'changes', 'records'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const OUTCOMES = ['new', 'changed', 'unchanged', 'missing', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Numbers of rows by outcome. */
export type Difference = Readonly<Record<Outcome, number>>;
export const NO_DIFFERENCE: Difference = { new: 0, changed: 0, unchanged: 0, missing: 0, rejected: 0 };

export type ImportAction = 'compare' | 'start' | 'cancel' | 'undo' | 'discard' | 'fix';

const ACTIONS: Readonly<Record<ImportAction, readonly ImportState[]>> = {
  compare: ['mapping', 'ready', 'held', 'failed'],
  start: ['ready', 'held', 'cancelled', 'done', 'failed'],
  cancel: ['comparing', 'applying'],
  undo: ['done', 'cancelled', 'failed'],
  discard: ['uploading', 'mapping', 'ready', 'held', 'failed'],
  fix: ['ready', 'held', 'done', 'cancelled'],
};

export interface ActionFacts {
  readonly state: ImportState;
  /** False for imports of the command line, which have no rows here. */
  readonly hasFile: boolean;
  /** Rows that would be written and are not yet. */
  readonly waitingRows: number;
  readonly writtenRows: number;
  readonly isOld: boolean;
}

/** Returns whether an action is possible now. */
export function canDo(action: ImportAction, facts: ActionFacts): boolean {
  const { state, hasFile, waitingRows, writtenRows, isOld } = facts;
  if (!ACTIONS[action].includes(state)) return false;
  switch (action) {
    case 'compare':
      return hasFile && writtenRows === 0;
    case 'start':
      return hasFile && waitingRows > 0;
    case 'undo':
      return writtenRows > 0 && !isOld;
    case 'discard':
      return writtenRows === 0;
    case 'fix':
      return hasFile;
    case 'cancel':
      return true;
  }
}
