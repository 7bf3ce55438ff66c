/** Chats that a phone reported with its history. They are only stored until somebody imports them as contacts. */
import type { Address, AddressKind } from '../../contacts/address'
import type { Cx } from '../../platform/cx'
import { getRow, getRows } from '../../platform/sql'
import { type Db, statement } from '../../platform/sqlite'
import { personName } from '../../platform/text'
import type { KnownChat } from '../backfill'

export function noteChats(cx: Cx, connectionId: number, chats: readonly KnownChat[]) {
  cx.transaction(({ db }) => {
    const note = statement(
      db.$client,
      `INSERT INTO phone_chats (connection_id, kind, value, other_kind, other, name) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET other_kind = ifnull(excluded.other_kind, other_kind),
         other = ifnull(excluded.other, other), name = ifnull(excluded.name, name)`,
    )
    for (const { addresses, name } of chats) {
      const [first, second] = ordered(addresses)
      if (first && isThere(db, connectionId))
        note.run(
          connectionId,
          first.kind,
          first.value,
          second?.kind ?? null,
          second?.value ?? null,
          personName(name ?? '') || null,
        )
    }
  })
}

/** Prefers the number. */
const ordered = (addresses: readonly Address[]): readonly Address[] =>
  addresses.filter(({ kind }) => kind !== 'group').toSorted((a, b) => b.kind.localeCompare(a.kind))

const isThere = (db: Db, connectionId: number): boolean =>
  getRow(db, 'SELECT 1 FROM connections WHERE id = ?', connectionId) !== undefined

const ROWS_PER_TRANSACTION = 500
type Row = {
  readonly kind: AddressKind
  readonly value: string
  readonly otherKind: AddressKind | null
  readonly other: string | null
  readonly name: string | null
}

/** Yields the chats of a connection in pages. */
export function* listChats(cx: Cx, connectionId: number): Generator<readonly KnownChat[]> {
  for (let after: Row | undefined; ; ) {
    const rows = getRows<Row>(
      cx.db,
      `SELECT kind, value, other_kind AS otherKind, other, name FROM phone_chats WHERE connection_id = ? AND (kind, value) > (?, ?)
       ORDER BY kind, value LIMIT ${ROWS_PER_TRANSACTION}`,
      [connectionId, after?.kind ?? '', after?.value ?? ''],
    )
    after = rows.at(-1)
    if (!after) return
    yield rows.map(({ kind, value, otherKind, other, name }) => ({
      addresses: [
        { kind, value },
        ...(otherKind === null || other === null ? [] : [{ kind: otherKind, value: other }]),
      ],
      name,
    }))
  }
}
