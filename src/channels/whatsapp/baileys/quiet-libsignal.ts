/**
 * Works around libsignal: in normal operation it prints whole sessions, including private keys, with `console`, and has
 * no switch for that. Its lines are recognised by their beginning and dropped; everything else is printed as before.
 */
const ITS_LINES = [
  'Closing session:',
  'Opening session:',
  'Session already closed',
  'Session already open',
  'Removing old closed session:',
  'Migrating session to:',
  'V1 session storage migration error',
  'Closing open session in favor of incoming prekey bundle',
  'Decrypted message with closed session.',
  'Failed to decrypt message with any known session...',
  'Session error:',
  'Unhandled bucket type (for naming):',
  'WARNING: Expected pubkey of length 33',
]
const LEVELS = ['log', 'info', 'warn', 'error'] as const
const QUIET = Symbol.for('balcao.quiet-libsignal')

type Print = ((...words: unknown[]) => void) & { [QUIET]?: true }

/** Idempotent. */
export function quietLibsignal(target: Pick<Console, (typeof LEVELS)[number]> = console): void {
  for (const level of LEVELS) {
    const print: Print = target[level]
    if (print[QUIET]) continue
    const quieter: Print = (...words) => {
      if (!isItsLine(words[0])) print.apply(target, words)
    }
    quieter[QUIET] = true
    target[level] = quieter
  }
}

function isItsLine(first: unknown): boolean {
  return typeof first === 'string' && ITS_LINES.some((line) => first.startsWith(line))
}
