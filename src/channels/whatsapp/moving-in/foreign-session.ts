/** Where other products keep the credentials and keys of a linked device, in one form. */
import { isObject, parseJson } from './bytes'

export type ForeignKey = { readonly type: string; readonly id: string; readonly value: unknown }
/** Values are parsed JSON. */
export type ForeignSession = { readonly creds: unknown; readonly keys: Iterable<ForeignKey> }
/** A row as it is stored: `value` is JSON. */
export type StoredKey = { readonly type: string; readonly id: string; readonly value: string }

/** Longest first, because the types contain hyphens. */
export const keyTypes = [
  'app-state-sync-version',
  'app-state-sync-key',
  'sender-key-memory',
  'identity-key',
  'lid-mapping',
  'device-list',
  'sender-key',
  'pre-key',
  'tctoken',
  'session',
] as const
export type KeyType = (typeof keyTypes)[number]
export const isKeyType = (type: string): type is KeyType => keyTypes.some((one) => one === type)

/** Names of Baileys' former store in a single file. */
const former: Readonly<Record<string, KeyType>> = {
  preKeys: 'pre-key',
  sessions: 'session',
  senderKeys: 'sender-key',
  appStateSyncKeys: 'app-state-sync-key',
  appStateVersions: 'app-state-sync-version',
  senderKeyMemory: 'sender-key-memory',
}

/**
 * `Whatsapps.session`: credentials, and in most forks all keys; `stored` are those of a table of their own. Undefined
 * if nothing is there, or it is cut.
 */
export function sessionInDatabase(
  session: string | null,
  stored: Iterable<StoredKey> = [],
): ForeignSession | undefined {
  const read = session === null ? undefined : parseJson(session)
  if (!isObject(read) || !isObject(read.creds)) return undefined
  const { creds, keys } = read
  return { creds, keys: chain(keysIn(keys), parsed(stored)) }
}

/** `sessions:<connection>:creds` and `sessions:<connection>:<type>-<id>`; `entries` are those of one connection. */
export function sessionInRedis(entries: ReadonlyMap<string, string>): ForeignSession | undefined {
  const creds = parseJson(entries.get('creds') ?? '')
  return isObject(creds) ? { creds, keys: keysByName(entries) } : undefined
}

function* keysByName(entries: ReadonlyMap<string, string>): Generator<ForeignKey> {
  for (const [name, value] of entries) {
    const type = keyTypes.find((one) => name.startsWith(`${one}-`))
    if (type) yield { type, id: name.slice(type.length + 1), value: parseJson(value) }
  }
}

function* parsed(stored: Iterable<StoredKey>): Generator<ForeignKey> {
  for (const { type, id, value } of stored) yield { type, id, value: parseJson(value) }
}

function* keysIn(keys: unknown): Generator<ForeignKey> {
  for (const [name, ids] of Object.entries(isObject(keys) ? keys : {}))
    for (const [id, value] of Object.entries(isObject(ids) ? ids : {})) {
      const type = former[name] ?? (name === 'undefined' ? typeByShape(value) : name)
      if (type !== undefined) yield { type, id, value }
    }
}

/** Types that are newer than the fork's list lie together under the name "undefined". */
function typeByShape(value: unknown): KeyType | undefined {
  if (typeof value === 'string') return 'lid-mapping'
  if (Array.isArray(value)) return 'device-list'
  if (!isObject(value)) return undefined
  return 'token' in value ? 'tctoken' : value.type === 'Buffer' ? 'identity-key' : undefined
}

function* chain<T>(...lists: readonly Iterable<T>[]): Generator<T> {
  for (const list of lists) yield* list
}
