/**
 * Imports the history that WhatsApp delivers when a phone is linked, in slices that are too small to disturb other
 * work. Every part stays in session.db until our server has stored all of it, so the import resumes after a crash.
 */
import { DownloadFailed } from '../../download-failed'
import { isStorageError } from '../../storage-error'
import type { Baileys } from '../baileys/baileys'
import { briefly } from '../baileys/log'
import type { InboxRow, Me } from '../receiving/inbox-rows'
import { openRow } from '../receiving/open-row'
import type { SessionContext } from '../session/context'
import type { Credentials } from '../storage/credentials'
import type { LinkedRecord } from '../storage/linked'
import { isPeer, notificationIn } from './notification'
import { openParts, type Part } from './parts'
import { createTaker } from './take-part'

type OpenSession = {
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

/** A part is given up after this many failures while disk and databases work. */
const TRIES = 4

export class Importer {
  readonly #context: SessionContext
  readonly #opened: OpenSession
  readonly #parts: ReturnType<typeof openParts>
  readonly #taker: ReturnType<typeof createTaker>
  #isClosed = false
  #isWorking = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #linking = newLinking()
  /** A phone was linked, and our server has not been notified yet. */
  #isNew = false

  constructor(context: SessionContext, opened: OpenSession) {
    const { baileys, credentials, linked, me } = opened
    this.#context = context
    this.#opened = opened
    this.#parts = openParts(context.db, context.ref.connectionId)
    this.#taker = createTaker(context, { baileys, credentials, me, since: linked.since })
  }

  /** Moves a part of the history out of the journal. Returns false for other rows. */
  accept(row: InboxRow): boolean {
    if (!isPeer(row.attrs) || !this.#isHistory(row)) return false
    this.#keep(row)
    return true
  }

  /** Called when a phone was just linked and its history is about to arrive. */
  begin(): void {
    this.#giveUpLinking()
    this.#isNew = true
    this.#parts.clear()
    this.#wake()
  }

  /** Resumes with the parts that an earlier process left. */
  resume(): void {
    this.#wake()
  }

  /** Called when the account is unlinked: drops parts that are not imported yet. */
  abandon(): void {
    this.#giveUpLinking()
    this.#isNew = false
    clearTimeout(this.#timer)
    try {
      this.#parts.clear()
      this.#context.backfill.ended('unlinked')
    } catch (error) {
      // Unlinking must succeed anyway.
      this.#context.log.error(this.#describe(error), 'whatsapp: the end of an import could not be stored')
    }
  }

  close(): void {
    this.#isClosed = true
    this.#linking.gone.abort()
    clearTimeout(this.#timer)
  }

  #wake(): void {
    const { limits, log } = this.#context
    clearTimeout(this.#timer)
    if (this.#isWorking || this.#isClosed) return
    this.#isWorking = true
    this.#takeAll().then(
      () => {
        this.#isWorking = false
        // A part may have arrived meanwhile.
        if (this.#hasWork()) this.#wake()
        else this.#after(this.#linking.announced >= 100 ? 0 : limits.historySilence, () => this.#end())
      },
      (error) => {
        this.#isWorking = false
        log.error(this.#describe(error), 'whatsapp: the history import failed and will be retried')
        this.#after(limits.historyRetry, () => this.#wake())
      },
    )
  }

  #hasWork(): boolean {
    return !this.#isClosed && (this.#isNew || !this.#parts.isEmpty())
  }

  #after(ms: number, step: () => void): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(step, ms)
    this.#timer.unref?.()
  }

  async #takeAll(): Promise<void> {
    for (;;) {
      if (this.#isClosed) return
      if (this.#isNew) this.#context.backfill.begins()
      this.#isNew = false
      this.#parts.keepLeft()
      const part = this.#parts.first()
      if (!part) return
      await this.#takePart(part, this.#linking)
    }
  }

  /** Called when everything that arrived is stored and no more is expected. */
  #end(): void {
    const { backfill, limits, log } = this.#context
    if (this.#isClosed) return
    if (this.#hasWork()) {
      this.#wake()
      return
    }
    try {
      backfill.ended(this.#parts.failure())
      this.#parts.clear()
      this.#opened.linked.historyEnded()
      this.#linking.announced = 0
    } catch (error) {
      log.warn(this.#describe(error), 'whatsapp: the end of a history could not be stored yet')
      this.#after(limits.historyRetry, () => this.#end())
    }
  }

  async #takePart({ id, row }: Part, of: Linking): Promise<void> {
    const { me, baileys } = this.#opened
    const gone = of.gone.signal
    if (gone.aborted) return
    try {
      const notification = notificationIn(openRow(row, me(), baileys).message)
      const { announced } = of
      const reached = notification
        ? await this.#taker.take({ notification, part: String(row.attrs.id), announced, gone })
        : announced
      if (gone.aborted) return
      this.#parts.remove(id)
      of.announced = reached
      of.failures = 0
    } catch (error) {
      if (gone.aborted) return
      this.#giveUpOrThrow(id, of, error)
    }
  }

  #giveUpOrThrow(id: number, of: Linking, error: unknown): void {
    const isUnusable = error instanceof DownloadFailed
    if (isStorageError(error) || (!isUnusable && ++of.failures < TRIES)) throw error
    this.#context.log.error(this.#describe(error), 'whatsapp: a part of the history could not be imported')
    this.#parts.fail(id, isUnusable ? error.why : 'corrupt')
    of.failures = 0
  }

  /** On a full disk it stays in the journal. */
  #keep(row: InboxRow): void {
    const { limits, log } = this.#context
    try {
      this.#parts.keep(row)
      this.#wake()
    } catch (error) {
      log.error(this.#describe(error), 'whatsapp: a part of the history waits in the journal')
      this.#after(limits.historyRetry, () => this.#wake())
    }
  }

  /** Returns false for a row that cannot be read: the inbox reports it. */
  #isHistory(row: InboxRow): boolean {
    const { me, baileys } = this.#opened
    try {
      const { key, message } = openRow(row, me(), baileys)
      return Boolean(key.fromMe) && notificationIn(message) !== null
    } catch {
      return false
    }
  }

  #giveUpLinking(): void {
    this.#linking.gone.abort()
    this.#linking = newLinking()
  }

  /** For the log. */
  #describe(error: unknown): object {
    return { ...this.#context.ref, ...briefly(error) }
  }
}

const newLinking = (): Linking => ({ gone: new AbortController(), announced: 0, failures: 0 })
