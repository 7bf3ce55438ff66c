/**
 * Works around Baileys: it repeats what a phone could not decrypt, considers the request answered, and does not check
 * whether the repetition left and was accepted. So each such message is a row of session.db before WhatsApp is told that the
 * request has arrived, until WhatsApp has accepted the repetition, or our server has it in line to be sent once more.
 */
import type { BinaryNode, WAMessageContent, WAMessageKey } from '@whiskeysockets/baileys'
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'
import type { Database } from 'better-sqlite3'
import { statement } from '../../../platform/sqlite'
import type { Address, ConnectionRef } from '../../channel'
import { briefly } from '../baileys/log'
import type { SessionContext } from '../session/context'
import type { LiveSocket, SendingSocket } from '../session/live-socket'
import { isStorageError } from '../storage/storage-error'
import { contentToRepeat } from './conversation'

/** The key type of the rows, beside Baileys' own types; their ids are those of the messages. */
const ASKED_AGAIN = 'x-asked-again'
/** Delay before our server is told again while the company's file is locked or the disk is full. */
const PATIENCE_MS = 1_000

type Context = Pick<SessionContext, 'ref' | 'db' | 'limits' | 'scheduler' | 'log' | 'sentContent' | 'repeatRefused'>

/** Of one socket. */
export function createAskedAgain({ ref, db, limits, scheduler, log, ...context }: Context) {
  let current: LiveSocket | null = null
  /** The ids of the rows. */
  const kept = new Set(listRows(db, ref))
  /** How many repetitions WhatsApp has not answered, by id: several phones may ask for one message. */
  const unanswered = new Map<string, number>()
  let callOff = () => {}

  function keep(id: string): void {
    kept.add(id)
    current?.keep(ASKED_AGAIN, { [id]: true })
  }

  function forget(id: string): void {
    kept.delete(id)
    unanswered.delete(id)
    current?.keep(ASKED_AGAIN, { [id]: null })
  }

  function accepted(id: string): void {
    const count = unanswered.get(id) ?? 0
    if (count > 1) unanswered.set(id, count - 1)
    else if (count === 1) forget(id)
  }

  /** Nothing of it was repeated, or WhatsApp did not take it. */
  function refused(id: string): void {
    if (current?.gone.aborted) return // it is a row, or WhatsApp delivers the request again
    keep(id)
    unanswered.delete(id)
    const failure = reportRefused(id)
    if (failure) log.error(briefly(failure), 'whatsapp: what a phone asked for could not be put in line again')
  }

  /** Returns the error, or null if it is in line. */
  function reportRefused(id: string): unknown {
    try {
      context.repeatRefused(id)
    } catch (failure) {
      if (isStorageError(failure)) reportLater(PATIENCE_MS)
      return failure
    }
    forget(id)
    return null
  }

  function reportLater(ms: number): void {
    callOff()
    callOff = scheduler.scheduleAfter(ms, () => {
      for (const id of kept) if (!unanswered.has(id) && isStorageError(reportRefused(id))) return
    })
  }

  return {
    /** Baileys is about to repeat what it gets here. */
    async contentOf(
      key: WAMessageKey,
      chat: readonly Address[],
      through: SendingSocket,
    ): Promise<WAMessageContent | undefined> {
      const id = key.id ?? ''
      const outgoing = context.sentContent({ externalId: id, chat })
      if (!outgoing) return undefined
      keep(id)
      unanswered.set(id, (unanswered.get(id) ?? 0) + 1)
      const content = await contentToRepeat(through, outgoing, key)
      if (!content) refused(id)
      return content
    },
    refused,
    listen(live: LiveSocket): void {
      current = live
      const { ws } = live.sock
      ws.on('CB:ack,class:message', ({ attrs: { id = '', error } }: BinaryNode) => {
        // The responses to messages in flight are awaited in confirm-sends.ts.
        if (ws.listenerCount(`TAG:${id}`) > 0) return
        if (error) refused(id)
        else accepted(id)
      })
      // Those of an earlier line, when WhatsApp has delivered again the requests it was told nothing of.
      if (kept.size > 0) reportLater(limits.askedAgain)
      live.gone.addEventListener('abort', () => callOff())
    },
  }
}

const listRows = (db: Database, { connectionId }: ConnectionRef): string[] =>
  statement(db, `SELECT id FROM session_rows WHERE connection_id = ? AND type = '${ASKED_AGAIN}'`)
    .pluck()
    .all(connectionId) as string[] // ids are text

/** All that Baileys does when a repetition fails, for lack of keys for example, is to log this: the request is answered. */
const FAILED = 'error in sending message again'

/** The logger for Baileys; `repeatFailed` gets the id of each message whose repetition failed. */
export function watchFailedRepeats(logger: ILogger, repeatFailed: (externalId: string) => void): ILogger {
  const watching: ILogger = {
    ...logger,
    child: () => watching,
    error(what, text) {
      logger.error(what, text)
      if (text !== FAILED) return
      const { ids } = what as { readonly ids: readonly string[] }
      for (const id of ids) repeatFailed(id)
    },
  }
  return watching
}
