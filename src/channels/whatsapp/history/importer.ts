/**
 * Imports the history that WhatsApp hands over when a phone is linked, in slices so small that nobody notices. Every part is
 * kept in session.db until our server has stored all of it, so the import continues where it was after a crash.
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
/** What is known of a history until its phone is unlinked. */
type Linking = {
  /** Aborted when it ends: its remaining parts are dropped. */
  readonly gone: AbortController
  /** How much of its history the phone has announced so far, in per cent. */
  announced: number
  /** How often the current part has failed. */
  failures: number
}
export type Importer = ReturnType<typeof createImporter>

/** After this many failures of one part, while disk and databases work, the part is given up. */
const TRIES = 4

export function createImporter(context: SessionContext, { baileys, credentials, linked, me }: Opened) {
  const { backfill, limits, log, ref } = context
  const parts = openParts(context.db, ref.connectionId)
  const taker = createTaker(context, { baileys, credentials, me, since: linked.since })
  let isClosed = false
  let isWorking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let linking = newLinking()
  /** A phone was linked, and this has not been reported to our server yet. */
  let isNew = false

  function wake(): void {
    clearTimeout(timer)
    if (isWorking || isClosed) return
    isWorking = true
    takeAll().then(
      () => {
        isWorking = false
        // Another part may have arrived meanwhile.
        if (hasWork()) wake()
        else after(linking.announced >= 100 ? 0 : limits.historySilence, end)
      },
      (error) => {
        isWorking = false
        log.error({ ...ref, ...briefly(error) }, 'whatsapp: the history stands still for a moment')
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

  /** Everything that arrived is stored, and no more is expected. */
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
      log.warn({ ...ref, ...briefly(error) }, 'whatsapp: the end of a history could not be noted yet')
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
    log.error({ ...ref, ...briefly(error) }, 'whatsapp: a part of the history could not be taken')
    parts.fail(id, isUnusable ? error.why : 'corrupt')
    of.failures = 0
  }

  /** On a full disk the row stays in the journal. */
  function keep(row: InboxRow): void {
    try {
      parts.keep(row)
      wake()
    } catch (error) {
      log.error({ ...ref, ...briefly(error) }, 'whatsapp: a part of the history waits in the journal')
      after(limits.historyRetry, wake)
    }
  }

  /** A row that cannot be read is left to the inbox, which reports it. */
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
    /** A part of the history moves out of the journal; false for everything else. */
    accept(row: InboxRow): boolean {
      if (!isPeer(row.attrs) || !isHistory(row)) return false
      keep(row)
      return true
    },
    /** A phone was just linked: its history is about to come. */
    begin(): void {
      giveUpLinking()
      isNew = true
      parts.clear()
      wake()
    },
    /** Continues with the parts that an earlier process left. */
    resume: wake,
    /** The account is unlinked: parts that are not imported by now are dropped. */
    abandon(): void {
      giveUpLinking()
      isNew = false
      clearTimeout(timer)
      try {
        parts.clear()
        backfill.ended('unlinked')
      } catch (error) {
        // Unlinking must succeed all the same.
        log.error({ ...ref, ...briefly(error) }, 'whatsapp: the end of an import could not be noted')
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
