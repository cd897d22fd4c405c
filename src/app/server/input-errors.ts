/** Says in words which field is wrong and what is allowed. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** `quantity: Too small: expected number to be >=1`, one fault after the other. */
export const describeIssues = (issues: readonly Issue[]): string =>
  issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'input'}: ${issue.message}`)
    .join('; ');
