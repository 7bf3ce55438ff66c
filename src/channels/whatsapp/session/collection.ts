/**
 * Reads one of the collections (app state) that a phone shares with its linked devices, as a whole, like a new device.
 */

import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import type { Wait } from '../../../platform/gate'
import type { Baileys, Socket } from '../baileys/baileys'
import { childOf, childrenOf } from '../groups/group-stanzas'
import { fetchBlob } from '../media/fetch-blob'

export type CollectionBounds = {
  readonly ms: number
  /** Maximum size of its file. */
  readonly bytes: number
  /** Maximum entries; the last ones are used. */
  readonly entries: number
}
/** `home`: origin of a private WhatsApp. */
export type WhereFrom = {
  readonly live: { readonly sock: Socket; readonly gone: AbortSignal; readonly wait: Wait }
  readonly baileys: Baileys
  readonly home: string | null
  readonly bounds: CollectionBounds
}
export type Entry = { readonly index: readonly string[]; readonly value: proto.ISyncActionValue }

/** Milliseconds of work before yielding to the event loop. */
const TICK_MS = 4
/** Long collections come in several responses. */
const MOST_ANSWERS = 40

/** Its entries in order, without those whose MAC is not our phone's. */
export async function readCollection(name: string, where: WhereFrom): Promise<Entry[]> {
  const records = await recordsOf(name, where)
  const found: Entry[] = []
  let since = performance.now()
  const keyOf = keysOf(where)
  for (const record of records.slice(-where.bounds.entries)) {
    const entry = await open(where, record, keyOf)
    if (entry) found.push(entry)
    if (performance.now() - since < TICK_MS) continue
    await new Promise(setImmediate)
    where.live.gone.throwIfAborted()
    since = performance.now()
  }
  return found
}

async function recordsOf(name: string, where: WhereFrom): Promise<readonly proto.ISyncdRecord[]> {
  const { SyncdMutation } = where.baileys.proto
  const records = new Map<string, proto.ISyncdRecord>()
  let version = 0
  for (let answers = 0; answers < MOST_ANSWERS; answers++) {
    const answer = childOf(await where.live.sock.query(question(name, version)), 'sync')
    const collection = childrenOf(answer, 'collection').find(({ attrs }) => attrs.name === name)
    const snapshot = await snapshotIn(collection, where)
    for (const record of snapshot?.records ?? []) records.set(nameOf(record), record)
    const patches = patchesIn(collection, where)
    for (const { operation, record } of patches.flatMap(({ mutations }) => mutations)) {
      if (!record) continue
      records.delete(nameOf(record)) // the order is that of the latest change
      if (operation !== SyncdMutation.SyncdOperation.REMOVE) records.set(nameOf(record), record)
    }
    const reached = Number(patches.at(-1)?.version?.version ?? snapshot?.version?.version ?? 0)
    if (collection?.attrs.has_more_patches !== 'true' || reached <= version) break
    version = reached
  }
  return [...records.values()]
}

const nameOf = ({ index }: proto.ISyncdRecord): string => Buffer.from(index?.blob ?? []).toString('base64')

async function snapshotIn(
  collection: BinaryNode | undefined,
  { baileys, home, bounds, live }: WhereFrom,
): Promise<proto.SyncdSnapshot | undefined> {
  const { ExternalBlobReference, SyncdSnapshot } = baileys.proto
  const content = childOf(collection, 'snapshot')?.content
  if (!(content instanceof Uint8Array)) return undefined
  const blob = ExternalBlobReference.decode(content)
  const packed = await fetchBlob('md-app-state', blob, { baileys, home, bounds, wait: live.wait, gone: live.gone })
  try {
    return SyncdSnapshot.decode(await packed.bytes())
  } finally {
    await packed.drop()
  }
}

/** Later changes, if they are in the patch itself and not in an external file. */
const patchesIn = (collection: BinaryNode | undefined, { baileys }: WhereFrom): proto.SyncdPatch[] =>
  childrenOf(childOf(collection, 'patches') ?? collection, 'patch').flatMap(({ content }) =>
    content instanceof Uint8Array ? baileys.proto.SyncdPatch.decode(content) : [],
  )

type KeyOf = (id: string) => Promise<proto.Message.IAppStateSyncKeyData | undefined>

async function open({ baileys }: WhereFrom, record: proto.ISyncdRecord, keyOf: KeyOf): Promise<Entry | undefined> {
  let entry: Entry | undefined
  const take = ({ syncAction, index }: { syncAction: proto.ISyncActionData; index: readonly string[] }) => {
    if (syncAction.value) entry = { index, value: syncAction.value }
  }
  await baileys.decodeSyncdMutations([record], baileys.newLTHashState(), keyOf, take, true).catch(() => {})
  return entry
}

function keysOf({ live }: WhereFrom): KeyOf {
  const known = new Map<string, Awaited<ReturnType<KeyOf>>>()
  return async (id) => {
    if (!known.has(id)) known.set(id, (await live.sock.authState.keys.get('app-state-sync-key', [id]))[id])
    return known.get(id)
  }
}

const question = (name: string, version: number): BinaryNode => {
  const collection = {
    tag: 'collection',
    attrs: { name, version: String(version), return_snapshot: String(version === 0) },
  }
  return {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', xmlns: 'w:sync:app:state', type: 'set' },
    content: [{ tag: 'sync', attrs: {}, content: [collection] }],
  }
}
