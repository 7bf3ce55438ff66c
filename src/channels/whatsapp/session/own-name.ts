/**
 * The account's own name: without it WhatsApp does not show us as online. It is in one of the collections that a phone
 * shares with its linked devices, beside contacts and archived chats, of which nothing is used. Baileys would read all of
 * them (socket-settings.ts keeps it from that): a thousand contacts block everybody for 0.2 s, whatever the answers say is
 * kept and counted on, and customers' messages wait until the last one is there.
 */
import { setTimeout } from 'node:timers/promises'
import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { personName } from '../../../platform/text'
import { briefly, type Log } from '../baileys/log'
import { childOf, childrenOf } from '../groups/group-stanzas'
import type { Limits } from '../limits'
import { fetchBlob } from '../media/fetch-blob'
import type { OpenLine } from './live-socket'

const COLLECTION = 'critical_block'
/** It has a dozen entries. */
const BYTES = 1024 * 1024
const MOST_ENTRIES = 200

/** `home`: origin of a WhatsApp other than the public one. */
type Where = OpenLine & {
  readonly home: string | null
  readonly limits: Pick<Limits, 'query' | 'ownName'>
  readonly log: Log
  readonly logFields: object
}

/** Reads it when the phone shares its key or has something new, and when an earlier attempt failed. */
export function followOwnName({ live, baileys, home, limits, log, logFields }: Where): void {
  const { sock, gone } = live
  const { creds } = sock.authState
  const bounds = { ms: limits.query, bytes: BYTES }
  let isDue = false
  let isAtIt = false

  async function read(): Promise<void> {
    isDue = true
    if (isAtIt) return
    isAtIt = true
    while (isDue && !gone.aborted) {
      isDue = false
      const name = await nameNow().catch((error: unknown) => {
        log.info({ ...logFields, ...briefly(error) }, 'whatsapp: the account’s name could not be read')
        return ''
      })
      if (name && creds.me && name !== creds.me.name) sock.ev.emit('creds.update', { me: { ...creds.me, name } })
      await setTimeout(limits.ownName, undefined, { ref: false, signal: gone }).catch(() => {}) // the line is gone
    }
    isAtIt = false
  }

  async function nameNow(): Promise<string> {
    const answer = childOf(await sock.query(question()), 'sync')
    const found = childrenOf(answer, 'collection').find(({ attrs }) => attrs.name === COLLECTION)
    const entries = [...(await snapshotIn(found)), ...patchesIn(found)]
    const names = await Promise.all(entries.slice(-MOST_ENTRIES).map(nameIn))
    return names.findLast((name) => name !== '') ?? ''
  }

  async function snapshotIn(collection: BinaryNode | undefined): Promise<readonly proto.ISyncdRecord[]> {
    const { ExternalBlobReference, SyncdSnapshot } = baileys.proto
    const content = childOf(collection, 'snapshot')?.content
    if (!(content instanceof Uint8Array)) return []
    const blob = ExternalBlobReference.decode(content)
    const packed = await fetchBlob('md-app-state', blob, { baileys, home, bounds, gone })
    try {
      return SyncdSnapshot.decode(await packed.bytes()).records
    } finally {
      await packed.drop()
    }
  }

  /** What was changed since. A new name is in the patch itself, not in a file beside it. */
  function patchesIn(collection: BinaryNode | undefined): readonly proto.ISyncdRecord[] {
    const { SyncdPatch, SyncdMutation } = baileys.proto
    return childrenOf(childOf(collection, 'patches') ?? collection, 'patch')
      .flatMap(({ content }) => (content instanceof Uint8Array ? SyncdPatch.decode(content).mutations : []))
      .flatMap(({ operation, record }) => (record && operation !== SyncdMutation.SyncdOperation.REMOVE ? record : []))
  }

  /** Empty: another setting, or none that our phone has sealed. */
  async function nameIn(record: proto.ISyncdRecord): Promise<string> {
    let name = ''
    const take = ({ syncAction }: { syncAction: proto.ISyncActionData }) => {
      name = personName(syncAction.value?.pushNameSetting?.name ?? '')
    }
    await baileys.decodeSyncdMutations([record], baileys.newLTHashState(), keyOf, take, true).catch(() => {})
    return name
  }

  async function keyOf(id: string): Promise<proto.Message.IAppStateSyncKeyData | undefined> {
    const { [id]: key } = await sock.authState.keys.get('app-state-sync-key', [id])
    return key
  }

  sock.ev.on('creds.update', ({ myAppStateKeyId }) => {
    if (myAppStateKeyId) void read()
  })
  sock.ev.on('connection.update', ({ connection }) => {
    if (connection === 'open' && creds.myAppStateKeyId && !creds.me?.name) void read()
  })
  sock.ws.on('CB:notification,type:server_sync', (news: BinaryNode) => {
    if (childrenOf(news, 'collection').some(({ attrs }) => attrs.name === COLLECTION)) void read()
  })
}

/** Everything, as of a device that has nothing yet: it is little, and so no version of it has to be kept. */
const question = (): BinaryNode => {
  const collection = { tag: 'collection', attrs: { name: COLLECTION, version: '0', return_snapshot: 'true' } }
  return {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', xmlns: 'w:sync:app:state', type: 'set' },
    content: [{ tag: 'sync', attrs: {}, content: [collection] }],
  }
}
