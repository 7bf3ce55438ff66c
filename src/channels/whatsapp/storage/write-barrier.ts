/**
 * Nothing encrypted or acknowledged with a key is sent before that key's new state is on disk: otherwise a crash could lose
 * a message whose receipt was sent, or use the same key twice. Whatever Baileys writes within a few milliseconds becomes
 * durable in one transaction, and only then are the frames of that time sent. So a disk that takes milliseconds to sync
 * costs that once for many messages.
 */
import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys'
import type { Baileys, Creds } from '../baileys/baileys'
import { INBOX, type InboxRow, type NewInboxRow } from '../receiving/inbox-rows'
import type { Turns } from '../session/turns'
import type { Credentials } from './credentials'
import { decode, encode } from './encoding'

type Watch = {
  /** After the commit that made them durable, in their order. */
  journaled(rows: readonly InboxRow[]): void
  /** The database could not be written: held frames are never sent. */
  failed(error: unknown): void
  /** The socket did not accept a frame: later ones could not be decrypted, so the session is over. */
  broken(error: unknown): void
}
/** The part of a websocket (`ws`) we take over. */
export type RawSocket = {
  readyState: number
  send(data: Uint8Array, done?: (error?: Error) => void): void
  close(...why: never[]): void
}
/** `ms`: writes within this time are committed together. */
type Pace = { readonly ms: number; readonly turns: Turns }
type Frame = { readonly data: Uint8Array; isWritten: boolean }

const OPEN = 1

export function createWriteBarrier(credentials: Credentials, baileys: Baileys, { ms, turns }: Pace, watch: Watch) {
  let values = new Map<string, Map<string, string | null>>()
  let journal: NewInboxRow[] = []
  let frames: Frame[] = []
  let sendRaw: (data: Uint8Array) => void = () => {}
  let scheduled: (() => void) | null = null
  /** The next flush not before this time, so that a slow disk gets larger commits. */
  let nextFlush = 0
  let isClosed = false

  function stage(type: string, id: string, value: unknown): void {
    let ids = values.get(type)
    if (!ids) {
      ids = new Map()
      values.set(type, ids)
    }
    ids.set(id, value === null || value === undefined ? null : encode(type, value, baileys))
  }

  const keys: SignalKeyStore = {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      // The file may be closed by now.
      if (isClosed) return found
      for (const id of ids) {
        const staged = values.get(type)?.get(id)
        const text = staged === undefined ? credentials.read(type, id) : staged
        // Decodes a value that was encoded under the same type.
        if (text !== null) found[id] = decode(type, text, baileys) as SignalDataTypeMap[T]
      }
      return found
    },
    set(rows: SignalDataSet) {
      if (isClosed) throw new Error('this session is over')
      for (const [type, ids] of Object.entries(rows)) {
        for (const [id, value] of Object.entries(ids ?? {})) {
          // Only inbound-journal.ts writes this type, and nothing else.
          if (type === INBOX) journal.push(value as unknown as NewInboxRow)
          else stage(type, id, value)
        }
      }
      schedule()
    },
  }

  function schedule(): void {
    scheduled ??= turns.takeAfter(nextFlush - performance.now(), flush)
  }

  function flush(): void {
    scheduled?.()
    scheduled = null
    const started = performance.now()
    const journaled = commit()
    if (!journaled) return
    const trouble = sendAll(framesInOrder())
    if (journaled.length > 0) watch.journaled(journaled)
    const ended = performance.now()
    nextFlush = ended + Math.max(ms, ended - started)
    if (frames.length > 0 && !isClosed) schedule()
    if (trouble) watch.broken(trouble)
  }

  /** A frame whose sender has not yet continued may have keys that are not staged yet: it and later ones wait. */
  function framesInOrder(): readonly Frame[] {
    const held = frames.findIndex(({ isWritten }) => !isWritten)
    return held === -1 ? frames : frames.slice(0, held)
  }

  function sendAll(ready: readonly Frame[]): unknown {
    frames = frames.slice(ready.length)
    try {
      for (const { data } of ready) sendRaw(data)
      return null
    } catch (error) {
      frames = []
      sendRaw = () => {}
      return error
    }
  }

  return {
    keys,
    /** With the next commit. Baileys calls this inside transactions of its keys, where nothing may be handed to the house. */
    save(creds: Creds): void {
      if (isClosed) return
      stage('creds', '', creds)
      schedule()
    },
    /** Adds a row to the journal, behind those that came before it. */
    place(row: NewInboxRow): void {
      if (isClosed) return
      journal.push(row)
      schedule()
    },
    guard(raw: RawSocket): void {
      const [send, close] = [raw.send.bind(raw), raw.close.bind(raw)]
      sendRaw = (data) => {
        if (raw.readyState === OPEN) send(data)
      }
      raw.send = (data, done) => {
        const frame: Frame = { data, isWritten: false }
        frames.push(frame)
        const goOn = () => {
          frame.isWritten = true
          done?.()
        }
        if (turns.mayGoOn()) queueMicrotask(goOn)
        else turns.take(goOn)
        schedule()
      }
      raw.close = (...why) => {
        flush()
        close(...why)
      }
    },
    /** Commits what is staged; later writes, from a session that does not know it is over, are refused. */
    close(): void {
      if (isClosed) return
      flush()
      isClosed = true
      scheduled?.()
      scheduled = null
    },
  }

  /** Null: the database could not be written. */
  function commit(): readonly InboxRow[] | null {
    const changes = { values, journal }
    values = new Map()
    journal = []
    if (changes.values.size === 0 && changes.journal.length === 0) return []
    try {
      return credentials.commit(changes)
    } catch (error) {
      isClosed = true
      frames = []
      sendRaw = () => {}
      watch.failed(error)
      return null
    }
  }
}
