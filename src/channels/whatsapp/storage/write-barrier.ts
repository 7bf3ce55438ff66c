/**
 * Nothing encrypted or acknowledged with a key is sent before that key's new state is on disk: otherwise a crash could lose
 * a message whose receipt was sent, or use the same key twice. Whatever Baileys writes within a few milliseconds becomes
 * durable in one transaction, and only then are the frames of that time sent. So a disk that takes milliseconds to sync
 * costs that once for many messages.
 */
import type { SignalKeyStore } from '@whiskeysockets/baileys'
import type { Baileys, Creds } from '../baileys/baileys'
import type { InboxRow, NewInboxRow } from '../receiving/inbox-rows'
import type { Scheduler } from '../session/scheduler'
import type { Credentials } from './credentials'
import { createHeldFrames, type RawSocket } from './held-frames'
import { createStaged } from './staged'

type Watch = {
  /** After the commit that made them durable, in their order. */
  journaled(rows: readonly InboxRow[]): void
  /** The database could not be written: held frames are never sent. */
  failed(error: unknown): void
  /** The socket did not accept a frame: later ones could not be decrypted, so the session is over. */
  broken(error: unknown): void
}
const NOTHING: readonly InboxRow[] = []

/** `ms`: writes within this time are committed together. */
type Pace = { readonly ms: number; readonly scheduler: Scheduler }

export function createWriteBarrier(credentials: Credentials, baileys: Baileys, { ms, scheduler }: Pace, watch: Watch) {
  const staged = createStaged(credentials, baileys)
  const frames = createHeldFrames(scheduler)
  let scheduled: (() => void) | null = null
  /** The next flush not before this time, so that a slow disk gets larger commits. */
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
    const trouble = frames.release()
    if (journaled.length > 0) watch.journaled(journaled)
    const ended = performance.now()
    if (journaled === NOTHING) nextFlush = 0
    // A message that came alone: the next one would wait for nothing, unless the disk is slow.
    else if (journaled.length === 1) nextFlush = ended + written - started
    else nextFlush = ended + Math.max(ms, ended - started)
    if (!frames.isEmpty() && !isClosed) schedule()
    if (trouble) watch.broken(trouble)
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
    /** With the next commit. Baileys calls this inside transactions of its keys, where nothing may be handed to our server. */
    save(creds: Creds): void {
      if (isClosed) return
      staged.setCreds(creds)
      schedule()
    },
    /** Adds a row to the journal, behind those that came before it. */
    place(row: NewInboxRow): void {
      if (isClosed) return
      staged.place(row)
      schedule()
    },
    guard: (raw: RawSocket): void => frames.guard(raw, { came: schedule, closing: flush }),
    /** Commits what is staged; later writes, from a session that does not know it is over, are refused. */
    close(): void {
      if (isClosed) return
      flush()
      isClosed = true
      scheduled?.()
      scheduled = null
    },
  }
}
