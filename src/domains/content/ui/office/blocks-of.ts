/** The blocks of a draft, with a key for each that stays while they are moved. */
import { BLOCK_LABELS } from '#domains/content/messages/office-fields.ts';
import { block as anyBlock } from '#domains/content/model/blocks.ts';
import { textOf } from '#domains/content/model/page-diff.ts';
import type { DraftRecord } from '#domains/content/model/page-draft.ts';
import { type FieldSpec, formOfSchema, initialValue } from '#lib/form-schema.ts';
import { isJsonRecord, type JsonObject } from '#ui/office/form/field-context.ts';

const FORM = formOfSchema(anyBlock);

export type BlockType = keyof typeof BLOCK_LABELS;
const TYPES = Object.keys(BLOCK_LABELS);

/** The types of blocks, in the order of the schema. */
export const BLOCK_TYPES: readonly BlockType[] = (FORM.kind === 'union' ? FORM.variants : []).flatMap(({ value }) =>
  isBlockType(value) ? [value] : [],
);

function isBlockType(value: unknown): value is BlockType {
  return typeof value === 'string' && TYPES.includes(value);
}

export const typeOfBlock = ({ type }: JsonObject): BlockType => (isBlockType(type) ? type : 'text');

/** Returns the form of a type of block. */
export function formOfBlock(type: BlockType): Extract<FieldSpec, { kind: 'object' }> | null {
  const spec = FORM.kind === 'union' ? FORM.variants.find(({ value }) => value === type)?.spec : undefined;
  return spec?.kind === 'object' ? spec : null;
}

/** Returns a new block. A question and a field are there to begin with. */
export function newBlock(type: BlockType): JsonObject {
  const form = formOfBlock(type);
  const fields = form ? initialValue(form) : {};
  const block = { type, ...(isJsonRecord(fields) ? fields : {}) };
  const first = form?.fields.find(({ name }) => name === 'questions' || name === 'fields');
  return first?.spec.kind === 'list' ? { ...block, [first.name]: [initialValue(first.spec.item)] } : block;
}

export const blocksOf = ({ blocks }: DraftRecord): readonly JsonObject[] => (Array.isArray(blocks) ? blocks.filter(isJsonRecord) : []);

const EXCERPT = 60;

/** Returns the beginning of what a block says. */
export function excerptOf({ type: _type, ...fields }: JsonObject): string {
  const text = ['heading', 'body', 'words', 'caption', 'title', 'picture', 'questions', 'formId', 'offerIds']
    .map((name) => textOf(fields[name]))
    .find((value) => value !== '');
  return (text ?? '').replace(/[*#[\]]/g, '').slice(0, EXCERPT);
}
