/**
 * Limits what Baileys writes into our log: from `warn` up, its own messages and error codes; never a stanza, a body or
 * a key.
 */
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'

/** The part of pino we need. */
export type Log = {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
  info(fields: object, text: string): void
}

export function logForBaileys(log: Log, fields: object): ILogger {
  const say =
    (level: 'warn' | 'error') =>
    (what: unknown, text?: string): void => {
      // The session itself reports how a stream ended; after pairing it always ends (515).
      if (text !== 'stream errored out')
        log[level](
          { ...fields, ...harmless(what) },
          `baileys: ${text ?? (typeof what === 'string' ? what : 'unnamed')}`,
        )
    }
  const logger: ILogger = {
    level: 'warn',
    child: () => logger,
    trace: ignore,
    debug: ignore,
    info: ignore,
    warn: say('warn'),
    error: say('error'),
  }
  return logger
}

/** An error in short: its message may quote the input it failed on, so only the beginning of the first line is kept. */
export function briefly(error: unknown): { reason: string; code: number | null } {
  const reason = error instanceof Error ? error.message : typeof error === 'string' ? error : typeof error
  return { reason: (reason.split('\n')[0] ?? '').slice(0, 120), code: codeOf(error) }
}

/** The status Baileys' errors (Boom) carry. */
export function codeOf(error: unknown): number | null {
  const code = (error as { output?: { statusCode?: unknown } } | undefined)?.output?.statusCode
  return typeof code === 'number' ? code : null
}

function harmless(what: unknown): object {
  if (!what || typeof what !== 'object') return {}
  const error = Object.values(what).find((value) => value instanceof Error)
  return error ? briefly(error) : {}
}

function ignore(): void {}
