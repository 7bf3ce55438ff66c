/**
 * Limits what Baileys writes into our log: only its own messages and error codes from `warn` up, never a stanza, body
 * or key. Similar lines are limited per minute, because senders can cause them.
 */
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'
import { MINUTE } from '../../../platform/time'
import { codeOf } from './errors'

/** The part of pino that we need. */
export type Log = {
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
  info(fields: object, text: string): void
}

export const MOST_A_MINUTE = 20
/** Baileys' warning that it ignores history: we import it (history/notification.ts). */
const HISTORY_IS_OURS = 'DISABLING ALL SYNC'
/** Cut here, because some lines continue with a phone number. */
const BEGINNING = 20

type Options = {
  /** Aborted when we close the socket: work that was on its way fails then, as in each stop and each move to another node. */
  readonly gone?: AbortSignal
  readonly now?: () => number
}

export function logForBaileys(
  log: Log,
  fields: object,
  { gone, now = () => performance.now() }: Options = {},
): ILogger {
  const counts = new Map<string, number>()
  let since = now()

  /** Number of such lines in this minute, including this one. */
  function count(words: string): number {
    if (now() - since > MINUTE) {
      counts.clear()
      since = now()
    }
    const beginning = words.slice(0, BEGINNING)
    const times = (counts.get(beginning) ?? 0) + 1
    counts.set(beginning, times)
    return times
  }

  const say =
    (level: 'warn' | 'error') =>
    (what: unknown, text?: string): void => {
      // Skipped: the session itself reports the end of a stream, and after pairing a stream always ends (515).
      if (text === 'stream errored out' || gone?.aborted) return
      const words = shortly(text ?? (typeof what === 'string' ? what : 'unnamed'))
      if (words.includes(HISTORY_IS_OURS)) return
      const times = count(words)
      if (times > MOST_A_MINUTE) return
      const more = times === MOST_A_MINUTE ? ' (no more of these in this minute)' : ''
      log[level]({ ...fields, ...harmless(what) }, `baileys: ${words}${more}`)
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

/** Summary of an error. Its message may quote the input, so only the beginning of the first line is kept. */
export function briefly(error: unknown): { reason: string; code: number | null } {
  const reason = error instanceof Error ? error.message : typeof error === 'string' ? error : typeof error
  return { reason: shortly(reason), code: codeOf(error) }
}

const shortly = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 120)

function harmless(what: unknown): object {
  if (!what || typeof what !== 'object') return {}
  const error = Object.values(what).find((value) => value instanceof Error)
  return error ? briefly(error) : {}
}

function ignore(): void {}
