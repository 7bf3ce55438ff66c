/**
 * Nothing encrypted or acknowledged with a key is sent before that key's new state is on disk, and in a fleet in the log:
 * otherwise a crash could lose a message whose receipt was sent, or use the same key twice. Baileys' writes of a few milliseconds are committed
 * in one transaction, and only then are the frames of that time sent. So a slow disk sync costs its delay once for many
 * messages.
 */
import type { SignalKeyStore } from '@whiskeysockets/baileys'
import { createOutlet, type Wait } from '../../../platform/gate'
import type { Baileys, Creds } from '../baileys/baileys'
import type { InboxRow, NewInboxRow } from '../receiving/inbox-rows'
import type { Scheduler } from '../session/scheduler'
import type { Credentials } from './credentials'
import { createHeldFrames, type RawSocket } from './held-frames'
import { createStaged } from './staged'

type Watch = {
  /** Called after the commit that made them durable, in order. What they lead to waits for itself before it leaves. */
  journaled(rows: readonly InboxRow[]): void
  /** Called when the database could not be written; held frames are never sent. */
  failed(error: unknown): void
  /** Called when the socket did not accept a frame: later ones could not be decrypted, so the session ends. */
  broken(error: unknown): void
  /** Called when a commit is lost that held frames show; they are never sent. */
  lost(): void
}
const NOTHING: readonly InboxRow[] = []

/** `ms`: writes within this time are committed together. */
type Pace = { readonly ms: number; readonly scheduler: Scheduler; readonly wait: Wait }

export function createWriteBarrier(
  credentials: Credentials,
  baileys: Baileys,
  { ms, scheduler, wait }: Pace,
  watch: Watch,
) {
  const staged = createStaged(credentials, baileys)
  const frames = createHeldFrames(scheduler)
  const leave = createOutlet(wait, () => {
    isClosed = true
    frames.drop()
    watch.lost()
  })
  let scheduled: (() => void) | null = null
  /** Earliest time of the next flush, so that a slow disk gets larger commits. */
  let nextFlush = 0
  let isClosed = false

  const keys: SignalKeyStore = {
    // The file may be closed by now.
    get: (type, ids) => (isClosed ? {} : staged.get(type, ids)),
    set(rows) {
      if (isClosed) throw new Error('this session is over')
      staged.set(rows)
      schedule()
    },
  }

  function schedule(): void {
    scheduled ??= scheduler.scheduleAfter(nextFlush - performance.now(), flush)
  }

  function flush(): void {
    scheduled?.()
    scheduled = null
    const started = performance.now()
    const journaled = staged.isEmpty() ? NOTHING : commit()
    if (!journaled) return
    const written = performance.now()
    release()
    if (journaled.length > 0) watch.journaled(journaled)
    const ended = performance.now()
    if (journaled === NOTHING) nextFlush = 0
    // A single message: there is nothing to gather, unless the disk is slow.
    else if (journaled.length === 1) nextFlush = ended + written - started
    else nextFlush = ended + Math.max(ms, ended - started)
    if (!frames.isEmpty() && !isClosed) schedule()
  }

  function release(): void {
    const ready = frames.take()
    if (ready.length === 0) return
    leave(() => {
      const trouble = frames.send(ready)
      if (trouble) queueMicrotask(() => watch.broken(trouble)) // after the messages of the same commit
    })
  }

  /** Null: the database could not be written. */
  function commit(): readonly InboxRow[] | null {
    try {
      return staged.commit()
    } catch (error) {
      isClosed = true
      frames.drop()
      watch.failed(error)
      return null
    }
  }

  return {
    keys,
    /**
     * Written with the next commit. Baileys calls this inside its key transactions, where nothing may be passed to our
     * server.
     */
    save(creds: Creds): void {
      if (isClosed) return
      staged.setCreds(creds)
      schedule()
    },
    /** Adds a row to the journal, after earlier ones. */
    place(row: NewInboxRow): void {
      if (isClosed) return
      staged.place(row)
      schedule()
    },
    guard(raw: RawSocket): void {
      frames.guard(raw, {
        came: schedule,
        closing(close) {
          flush()
          leave(close)
        },
      })
    },
    /** Commits what is staged, and refuses later writes of a session that has not noticed its end. */
    close(): void {
      if (isClosed) return
      flush()
      isClosed = true
      scheduled?.()
      scheduled = null
    },
  }
}
