/** What Baileys has written and no commit holds yet. It is read back as if it were on the disk. */
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

  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: readonly string[]): Record<string, SignalDataTypeMap[T]> {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const staged = values.get(type)?.get(id)
        const text = staged === undefined ? credentials.read(type, id) : staged
        // Decodes a value that was encoded under the same type.
        if (text !== null) found[id] = decode(type, text, baileys) as SignalDataTypeMap[T]
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
    /** A row of the journal, behind those that came before it. */
    place: (row: NewInboxRow): void => void journal.push(row),
    isEmpty: (): boolean => values.size === 0 && journal.length === 0,
    /** All of it in one transaction; returns the rows of the journal. If it throws, what was staged is lost. */
    commit(): readonly InboxRow[] {
      const changes = { values, journal }
      values = new Map()
      journal = []
      return credentials.commit(changes)
    },
  }
}
