/** Refusals of previews and paywalls: code, status and the sentence that is shown (SPEC.md §5, §8). */
export const PREVIEW_REFUSALS = {
  preview_format: { status: 400, title: 'Invalid preview code format' },
  preview_invalid: { status: 403, title: 'Invalid preview code.' },
  preview_expired: { status: 410, title: 'Preview link has expired. Please request a new preview link.' },
  preview_stock: { status: 422, title: 'Invalid stock status provided.' },
  preview_missing: { status: 404, title: 'There is nothing to preview on this site. It may belong to another market, or is gone.' },
} as const;
