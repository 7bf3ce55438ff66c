/** Who wrote a moved message: the member of a group, or the attendant whose name stands above the text. */
import type { Address, Incoming } from '../../channels/channel'
import { TOKENS } from '../../channels/mentions/contract'
import { addressesOf as addressesOfJids } from '../../channels/whatsapp/address'
import { addressKey } from '../../contacts/address'
import { learnMemberName } from '../../contacts/groups/actions'
import { memberNameOf, membersAt } from '../../contacts/groups/queries'
import { addressesOf, findContactIdByAddress } from '../../contacts/queries'
import type { Move } from '../../moving-in/mover'
import { getOrMake } from '../../platform/maps'
import { getTuples } from '../../platform/sql'
import type { Db } from '../../platform/sqlite'
import { fold } from '../../platform/text'
import type { Conversation } from './conversation'
import type { MessageRow } from './read-row'

type MovedAuthor = {
  readonly addresses: readonly Address[]
  /** The name they chose. */
  readonly chosen: string | null
  /** The name under which they are shown. */
  readonly name: string
}

type SaidAuthor = { readonly addresses: readonly Address[]; readonly name: string | null } | null

/** Finds members of one group, each once. */
export function createAuthors({ cx, ids }: Move, { contactId: groupId, isGroup }: Conversation) {
  const found = new Map<string, MovedAuthor | null>()

  const make = (row: MessageRow, said: SaidAuthor): MovedAuthor | null => {
    const theirs = row.authorId === null ? undefined : ids.find('contacts', row.authorId)
    const stored = theirs === undefined || theirs === groupId ? [] : addressesOf(cx.db, theirs)
    const all = [...(said?.addresses ?? []), ...addressesOfJids(row.participant), ...stored]
    const addresses = oneOfEachKind(all)
    if (addresses.length === 0) return null
    const chosen = said?.name ?? membersAt(cx.db, groupId, addresses)[0]?.name ?? null
    learnMemberName(cx, groupId, { addresses, name: chosen })
    return { addresses, chosen, name: memberNameOf(cx.db, addresses, chosen) }
  }

  return (row: MessageRow, said: SaidAuthor): MovedAuthor | null => {
    if (!isGroup || row.fromMe) return null
    const key = [row.authorId, row.participant, said?.name, ...(said?.addresses ?? []).map(addressKey)].join(' ')
    return getOrMake(found, key, () => make(row, said))
  }
}

const oneOfEachKind = (all: readonly Address[]): Address[] => {
  const kinds = new Map<Address['kind'], Address>()
  for (const { kind, value } of all) if (kind !== 'group' && !kinds.has(kind)) kinds.set(kind, { kind, value })
  return [...kinds.values()]
}

/** Numbers after an @ in a group's text that are somebody's: whatsapp-web.js does not say whom a text mentions. */
export function mentionedIn(db: Db, { isGroup }: Conversation, body: string): NonNullable<Incoming['mentions']> {
  if (!isGroup || !body.includes('@')) return []
  const tokens = new Set(Array.from(body.matchAll(TOKENS), ([, token = '']) => token))
  return [...tokens].slice(0, MOST_MENTIONED).flatMap((token) => {
    const address = { kind: 'phone', value: token } as const
    const isSomebodys = token.length >= SHORTEST_NUMBER && findContactIdByAddress(db, address) !== undefined
    return isSomebodys ? [{ token, addresses: [address], isUs: false }] : []
  })
}
const SHORTEST_NUMBER = 8
const MOST_MENTIONED = 32

/** Attendants by the names with which they sign. */
export type Attendants = {
  isAttendant(name: string): boolean
  /** Null: nobody, or two people with this name. */
  find(name: string): number | null
}

export function attendantsIn(db: Db): Attendants {
  const byName = new Map<string, number | null>()
  for (const [id, name] of getTuples<[number, string]>(db, 'SELECT id, name FROM users ORDER BY id'))
    byName.set(nameKey(name), byName.has(nameKey(name)) ? null : id)
  return {
    isAttendant: (name) => byName.has(nameKey(name)),
    find: (name) => byName.get(nameKey(name)) ?? null,
  }
}

const nameKey = (name: string): string => fold(name).replace(/\s+/g, ' ').trim()
