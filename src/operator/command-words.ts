/** What a command of ours that ran as a child process has said. */

/** The command's refusal, in its own words. */
export function messageIn(err: string): string {
  const line = err.trim().split('\n').at(-1) ?? ''
  try {
    const { message } = JSON.parse(line) as { message?: unknown } // checked below
    return typeof message === 'string' ? message : line
  } catch {
    return line
  }
}
