/** Rows of another product with everything filled in, and a mover of the rows that others refer to. */
import type { Move, Mover } from '../../src/moving-in/mover'
import type { Kind, SourceRows } from '../../src/moving-in/source'
import { execute } from '../../src/platform/sql'
import { NOON } from '../support/world'

type Defaults = { readonly [K in Kind]?: Omit<SourceRows[K], 'id' | 'createdAt'> }
const defaults = {
  users: {
    name: 'Ana',
    email: 'ana@aurora.example',
    passwordHash: null,
    profile: 'user',
    super: false,
    active: true,
    startWork: null,
    endWork: null,
    farewellMessage: null,
    allUserChat: false,
    connectionId: null,
  },
  quickMessages: {
    shortcode: 'ola',
    message: 'Olá!',
    userId: null,
    mediaPath: null,
    mediaName: null,
    isShared: true,
  },
  schedules: {
    body: 'Bom dia, tudo certo?',
    sendAt: NOON + 3_600_000,
    sentAt: null,
    contactId: '1',
    userId: '1',
    connectionId: '1',
    queueId: null,
    status: 'pending',
    repeats: false,
    mediaPath: null,
    mediaName: null,
  },
  campaigns: {
    name: 'Natal',
    messages: ['Olá, {nome}!'],
    confirmations: [],
    asksConfirmation: false,
    status: 'FINALIZADA',
    scheduledAt: NOON - 86_400_000,
    completedAt: NOON - 80_000_000,
    listId: '1',
    connectionId: '1',
    mediaPath: null,
    mediaName: null,
  },
  campaignDeliveries: {
    campaignId: '1',
    number: '5521991234567',
    message: 'Olá, Maria!',
    itemId: null,
    contactId: null,
    deliveredAt: null,
    confirmationRequestedAt: null,
    confirmedAt: null,
    confirmation: null,
    ack: null,
    externalId: null,
  },
  contactLists: { name: 'Clientes' },
  contactListItems: { listId: '1', name: 'Maria', number: '5521991234567', email: null, isValid: true },
  chats: { title: 'Equipe', ownerId: '1', uuid: null },
  chatMessages: { chatId: '1', senderId: '1', message: 'Bom dia', isDeleted: false, mediaPath: null, mediaName: null },
  announcements: {
    title: 'Manutenção',
    text: 'No domingo.',
    priority: 1,
    active: true,
    mediaPath: null,
    mediaName: null,
  },
  invoices: { detail: 'Plano', amount: 9_900, isPaid: true, dueDate: '2026-02-10', updatedAt: NOON - 86_400_000 },
} satisfies Defaults

/** A row of the kind, with these fields in place of the defaults. */
export const row = <K extends keyof typeof defaults>(
  kind: K,
  id: string,
  fields: Partial<SourceRows[K]> = {},
): SourceRows[K] =>
  ({ ...defaults[kind], id, createdAt: NOON - 10 * 86_400_000, ...fields }) as unknown as SourceRows[K] // as the defaults say

/**
 * Users, contacts, connections and tags as another test describes them: `{ 1: 'Ana' }` is their user 1. The first
 * user is an admin, the first connection the default one.
 */
export type People = {
  readonly users?: Readonly<Record<string, string>>
  readonly contacts?: Readonly<Record<string, string>>
  readonly connections?: Readonly<Record<string, string>>
  readonly tags?: Readonly<Record<string, string>>
}

export const peopleMover = ({ users = {}, contacts = {}, connections = {}, tags = {} }: People): Mover => ({
  name: 'people',
  move: (move) =>
    move.inSlices('people', [0], () => {
      for (const [at, [theirs, name]] of Object.entries(users).entries()) {
        const profile = at === 0 ? 'admin' : 'user'
        const sql = 'INSERT INTO users (name, email, password_hash, profile, created_at) VALUES (?, ?, ?, ?, ?)'
        add(move, 'users', theirs, sql, [name, `${name}@aurora.example`, '-', profile, NOON])
      }
      for (const [theirs, number] of Object.entries(contacts)) {
        const sql = 'INSERT INTO contacts (name, name_folded, number, created_at) VALUES (?, ?, ?, ?)'
        const id = add(move, 'contacts', theirs, sql, [`Contato ${theirs}`, `contato ${theirs}`, number, NOON])
        execute(move.cx.db, "INSERT INTO contact_addresses (kind, value, contact_id) VALUES ('phone', ?, ?)", [
          number,
          id,
        ])
      }
      for (const [at, [theirs, name]] of Object.entries(connections).entries()) {
        const sql = 'INSERT INTO connections (name, is_default, created_at, updated_at) VALUES (?, ?, ?, ?)'
        add(move, 'connections', theirs, sql, [name, at === 0 ? 1 : 0, NOON, NOON])
      }
      for (const [theirs, name] of Object.entries(tags))
        add(move, 'tags', theirs, "INSERT INTO tags (name, color) VALUES (?, '#112233')", [name])
    }),
})

function add({ cx, ids }: Move, kind: Kind, theirs: string, sql: string, values: readonly (string | number)[]): number {
  const known = ids.find(kind, theirs)
  if (known !== undefined) return known
  const id = Number(execute(cx.db, sql, values).lastInsertRowid)
  ids.add(kind, theirs, id)
  return id
}
