/**
 * Imports the history that WhatsApp delivers when a phone is linked, in slices that are too small to disturb other
 * work. Every part stays in session.db until our server has stored all of it, so the import resumes after a crash.
 */
import { DownloadFailed } from '../../download-failed'
import type { Baileys } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import type { InboxRow, Me } from '../receiving/inbox-rows'
import { openRow } from '../receiving/open-row'
import type { SessionContext } from '../session/context'
import type { Credentials } from '../storage/credentials'
import type { LinkedRecord } from '../storage/linked'
import { isStorageError } from '../storage/storage-error'
import { isPeer, notificationIn } from './notification'
import { openParts, type Part } from './parts'
import { createTaker } from './take-part'

type Opened = {
  readonly baileys: Baileys
  readonly credentials: Credentials
  readonly linked: Pick<LinkedRecord, 'since' | 'historyEnded'>
  me(): Me
}
/** State of an import until its phone is unlinked. */
type Linking = {
  /** Aborted at its end: the remaining parts are dropped. */
  readonly gone: AbortController
  /** Share of the history that the phone has announced so far, in per cent. */
  announced: number
  /** Number of failures of the current part. */
  failures: number
}
export type Importer = ReturnType<typeof createImporter>

/** A part is given up after this many failures while disk and databases work. */
const TRIES = 4

export function createImporter(context: SessionContext, { baileys, credentials, linked, me }: Opened) {
  const { backfill, limits, log, ref } = context
  const parts = openParts(context.db, ref.connectionId)
  const taker = createTaker(context, { baileys, credentials, me, since: linked.since })
  let isClosed = false
  let isWorking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let linking = newLinking()
  /** A phone was linked, and our server has not been notified yet. */
  let isNew = false

  function wake(): void {
    clearTimeout(timer)
    if (isWorking || isClosed) return
    isWorking = true
    takeAll().then(
      () => {
        isWorking = false
        // A part may have arrived meanwhile.
        if (hasWork()) wake()
        else after(linking.announced >= 100 ? 0 : limits.historySilence, end)
      },
      (error) => {
        isWorking = false
        log.error({ ...ref, ...briefly(error) }, 'whatsapp: the history import failed and will be retried')
        after(limits.historyRetry, wake)
      },
    )
  }

  const hasWork = (): boolean => !isClosed && (isNew || !parts.isEmpty())

  function after(ms: number, step: () => void): void {
    if (isClosed) return
    clearTimeout(timer)
    timer = setTimeout(step, ms)
    timer.unref?.()
  }

  async function takeAll(): Promise<void> {
    for (;;) {
      if (isClosed) return
      if (isNew) backfill.begins()
      isNew = false
      parts.keepLeft()
      const part = parts.first()
      if (!part) return
      await takePart(part, linking)
    }
  }

  /** Called when everything that arrived is stored and no more is expected. */
  function end(): void {
    if (isClosed) return
    if (hasWork()) {
      wake()
      return
    }
    try {
      backfill.ended(parts.failure())
      parts.clear()
      linked.historyEnded()
      linking.announced = 0
    } catch (error) {
      log.warn({ ...ref, ...briefly(error) }, 'whatsapp: the end of a history could not be stored yet')
      after(limits.historyRetry, end)
    }
  }

  async function takePart({ id, row }: Part, of: Linking): Promise<void> {
    const gone = of.gone.signal
    if (gone.aborted) return
    try {
      const notification = notificationIn(openRow(row, me(), baileys).message)
      const { announced } = of
      const reached = notification
        ? await taker.take({ notification, part: String(row.attrs.id), announced, gone })
        : announced
      if (gone.aborted) return
      parts.remove(id)
      of.announced = reached
      of.failures = 0
    } catch (error) {
      if (gone.aborted) return
      giveUpOrThrow(id, of, error)
    }
  }

  function giveUpOrThrow(id: number, of: Linking, error: unknown): void {
    const isUnusable = error instanceof DownloadFailed
    if (isStorageError(error) || (!isUnusable && ++of.failures < TRIES)) throw error
    log.error({ ...ref, ...briefly(error) }, 'whatsapp: a part of the history could not be imported')
    parts.fail(id, isUnusable ? error.why : 'corrupt')
    of.failures = 0
  }

  /** On a full disk it stays in the journal. */
  function keep(row: InboxRow): void {
    try {
      parts.keep(row)
      wake()
    } catch (error) {
      log.error({ ...ref, ...briefly(error) }, 'whatsapp: a part of the history waits in the journal')
      after(limits.historyRetry, wake)
    }
  }

  /** Returns false for a row that cannot be read: the inbox reports it. */
  function isHistory(row: InboxRow): boolean {
    try {
      const { key, message } = openRow(row, me(), baileys)
      return Boolean(key.fromMe) && notificationIn(message) !== null
    } catch {
      return false
    }
  }

  function giveUpLinking(): void {
    linking.gone.abort()
    linking = newLinking()
  }

  return {
    /** Moves a part of the history out of the journal. Returns false for other rows. */
    accept(row: InboxRow): boolean {
      if (!isPeer(row.attrs) || !isHistory(row)) return false
      keep(row)
      return true
    },
    /** Called when a phone was just linked and its history is about to arrive. */
    begin(): void {
      giveUpLinking()
      isNew = true
      parts.clear()
      wake()
    },
    /** Resumes with the parts that an earlier process left. */
    resume: wake,
    /** Called when the account is unlinked: drops parts that are not imported yet. */
    abandon(): void {
      giveUpLinking()
      isNew = false
      clearTimeout(timer)
      try {
        parts.clear()
        backfill.ended('unlinked')
      } catch (error) {
        // Unlinking must succeed anyway.
        log.error({ ...ref, ...briefly(error) }, 'whatsapp: the end of an import could not be stored')
      }
    },
    close(): void {
      isClosed = true
      linking.gone.abort()
      clearTimeout(timer)
    },
  }
}

const newLinking = (): Linking => ({ gone: new AbortController(), announced: 0, failures: 0 })
