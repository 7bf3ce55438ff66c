/** The error code of a refused request. */
export const codeOf = ({ error }: { error: { value: unknown } | null }) =>
  (error?.value as { error?: string } | undefined)?.error // each test checks it
