/**
 * Works around Baileys: when a phone requests a message again, Baileys resends it and considers the request answered,
 * without checking that the resent message was accepted. So each request is a row of session.db before it is confirmed
 * to WhatsApp, until WhatsApp has accepted the resent message or our server has queued it again.
 */
import type { BinaryNode, WAMessageContent, WAMessageKey } from '@whiskeysockets/baileys'
import type { ILogger } from '@whiskeysockets/baileys/lib/Utils/logger.js'
import type { Database } from 'better-sqlite3'
import { getColumn } from '../../../platform/sql'
import type { Address, ConnectionRef } from '../../channel'
import { isStorageError } from '../../storage-error'
import { briefly } from '../baileys/log'
import type { SessionContext } from '../session/context'
import type { LiveSocket, SendingSocket } from '../session/live-socket'
import { contentToRepeat } from './conversation'

/** Key type of the rows, beside Baileys' own types; the row id is the message id. */
const ASKED_AGAIN = 'x-asked-again'
/** Delay before our server is asked again while the company's file is locked or the disk is full. */
const PATIENCE_MS = 1_000

type Context = Pick<SessionContext, 'ref' | 'db' | 'limits' | 'scheduler' | 'log' | 'sentContent' | 'repeatRefused'>

/** One instance per socket. */
export function createAskedAgain({ ref, db, limits, scheduler, log, ...context }: Context) {
  let current: LiveSocket | null = null
  /** The ids of the rows. */
  const kept = new Set(listRows(db, ref))
  /** Resent messages without an answer from WhatsApp, by id; several phones may request one message. */
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

  /** Called when a message was not resent, or WhatsApp refused it. */
  function refused(id: string): void {
    if (current?.gone.aborted) return // it has a row, or WhatsApp repeats the request
    keep(id)
    unanswered.delete(id)
    const failure = reportRefused(id)
    if (failure) log.error(briefly(failure), 'whatsapp: a requested message could not be queued again')
  }

  /** Returns the error, or null if it is queued. */
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
    /** Called by Baileys, which resends the returned content. */
    async contentOf(
      key: WAMessageKey,
      chat: readonly Address[],
      through: SendingSocket,
    ): Promise<WAMessageContent | undefined> {
      const id = key.id ?? ''
      const found = context.sentContent({ externalId: id, chat })
      const outgoing = found instanceof Promise ? await found : found
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
        // confirm-sends.ts awaits the responses to messages in flight.
        if (ws.listenerCount(`TAG:${id}`) > 0) return
        if (error) refused(id)
        else accepted(id)
      })
      // Requests of an earlier socket, after WhatsApp has repeated the unconfirmed ones.
      if (kept.size > 0) reportLater(limits.askedAgain)
      live.gone.addEventListener('abort', () => callOff())
    },
  }
}

const listRows = (db: Database, { connectionId }: ConnectionRef): string[] =>
  getColumn<string>(db, `SELECT id FROM session_rows WHERE connection_id = ? AND type = '${ASKED_AGAIN}'`, connectionId)

/** When resending fails, e.g. without keys, Baileys only logs this text and considers the request answered. */
const FAILED = 'error in sending message again'

/** Logger for Baileys; calls `repeatFailed` with the id of each message that could not be resent. */
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
