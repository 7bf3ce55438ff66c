/** Writes of Baileys that are not committed yet. Reads return them as if they were on disk. */
import type { SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys'
import { getOrMake } from '../../../platform/maps'
import type { Baileys, Creds } from '../baileys/baileys'
import { INBOX, type InboxRow, type NewInboxRow } from '../receiving/inbox-rows'
import type { Credentials } from './credentials'
import { decode, encode } from './encoding'

export function createStaged(credentials: Credentials, baileys: Baileys) {
  /** By type and id; null: deleted. */
  let values = new Map<string, Map<string, string | null>>()
  let journal: NewInboxRow[] = []

  function put(type: string, id: string, value: unknown): void {
    const ids = getOrMake(values, type, () => new Map<string, string | null>())
    ids.set(id, value === null || value === undefined ? null : encode(type, value, baileys))
  }

  /**
   * Baileys reads this list only to move sessions from a number to its LID, and leaves the sessions of people behind
   * whose devices it has not asked for by number: their next message could not be decrypted.
   */
  function listDevices(found: Record<string, unknown>, user: string): void {
    const devices = [...credentials.devicesOf(user)]
    if (devices.length > 0) found[user] = devices
  }

  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: readonly string[]): Record<string, SignalDataTypeMap[T]> {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const staged = values.get(type)?.get(id)
        const text = staged === undefined ? credentials.read(type, id) : staged
        // Decodes a value that was encoded under the same type.
        if (text !== null) found[id] = decode(type, text, baileys) as SignalDataTypeMap[T]
        else if (type === 'device-list') listDevices(found, id)
      }
      return found
    },
    set(rows: SignalDataSet): void {
      for (const [type, ids] of Object.entries(rows)) {
        for (const [id, value] of Object.entries(ids ?? {})) {
          // Only inbound-journal.ts writes this type, and nothing else.
          if (type === INBOX) journal.push(value as unknown as NewInboxRow)
          else put(type, id, value)
        }
      }
    },
    setCreds: (creds: Creds): void => put('creds', '', creds),
    /** Adds a row to the journal, after earlier ones. */
    place: (row: NewInboxRow): void => void journal.push(row),
    isEmpty: (): boolean => values.size === 0 && journal.length === 0,
    /** Commits all in one transaction and returns the journal's rows. If it throws, the staged writes are lost. */
    commit(): readonly InboxRow[] {
      const changes = { values, journal }
      values = new Map()
      journal = []
      return credentials.commit(changes)
    },
  }
}
