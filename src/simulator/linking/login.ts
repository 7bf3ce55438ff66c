/** Login of a client, as a new device to be linked or as a linked one. */
import { proto } from '@whiskeysockets/baileys'
import type { Account, Link } from '../account'
import { findFault, meetFault } from '../faults/faults'
import { sendMissed } from '../messages/delivery'
import { type Connection, streamConflict } from '../wire/connection'
import { node, seconds } from '../wire/nodes'
import { logEvent, type World } from '../world'
import { collectionKeyOf } from './collections'
import { historyOf } from './history'
import { offerRefs } from './pairing'
import { sendToOwnDevice } from './peer'

export function introduce(world: World, connection: Connection, payload: proto.ClientPayload) {
  if (payload.devicePairingData) {
    connection.pairing = payload.devicePairingData
    const failure = meetFault(world, 'loginFailure')
    return failure ? refuse(connection, failure.value) : offerRefs(world, connection)
  }
  const account = world.accounts.get(String(payload.username))
  const link = account?.links.get(payload.device ?? 0)
  const failure = meetFault(world, 'loginFailure', account?.phone)
  if (failure) return refuse(connection, failure.value)
  if (account?.banned) return refuse(connection, 403)
  if (!account || !link?.noiseKey.equals(connection.noiseKey)) return refuse(connection, 401)
  welcome(world, connection, { account, link })
}

/** Called when the client is ready. The first time, its phone sends keys and history. */
export async function activate(world: World, { account, link }: { account: Account; link: Link }) {
  if (!link.isGreeted) {
    link.isGreeted = true
    await greet(world, account, link)
  }
  if (!link.connection) return
  const cut = meetFault(world, 'cutHistory', account.phone)
  if (cut) return sendSome(world, link, cut.value)
  sendMissed(world, link)
  link.connection.isActive = true
}

/** Sends some chunks of the history and cuts the connection. The rest stays pending. */
function sendSome(world: World, link: Link, chunks: number) {
  const { connection } = link
  const peerStanzas = [...link.pending].filter(([, { stanza }]) => stanza.attrs.category === 'peer')
  // The first stanza has keys.
  const some = peerStanzas.slice(0, chunks + 1)
  for (const [, { stanza }] of some) connection?.send(stanza)
  const isSettled = () => some.every(([key]) => !link.pending.has(key))
  const cut = (checks: number) => {
    if (isSettled() || checks === 0) connection?.drop()
    else world.later(CHECK_EVERY_MS, () => cut(checks - 1))
  }
  world.later(CHECK_EVERY_MS, () => cut(MOST_CHECKS))
}

/**
 * Waits until the device has settled what was sent, also on a busy machine; a device that settles nothing is cut after
 * a time limit.
 */
const CHECK_EVERY_MS = 20
const MOST_CHECKS = 100

function welcome(world: World, connection: Connection, { account, link }: { account: Account; link: Link }) {
  link.connection?.end(streamConflict('replaced'))
  link.connection = connection
  link.lastSeenAt = world.now()
  Object.assign(connection, { account, link })
  connection.isMuted = findFault(world, 'silent', account.phone) !== undefined
  if (connection.routing) takeRouting(world, connection, account)
  const lid = `${account.lid}:${link.device}@lid`
  const t = seconds(world.now())
  connection.send(node('success', { t, props: 27, lid, creation: seconds(link.linkedAt), location: 'sim' }))
  logEvent(world, 'system', account.phone, 'device:connected')
  if (meetFault(world, 'halfOpen', account.phone)) connection.isLost = true
}

/** Records the routing hint of a redirected client in the trace. */
function takeRouting(world: World, connection: Connection, { phone }: Account) {
  const stanza = node('routed', {}, connection.routing)
  world.trace.note({ at: world.now(), who: `${phone}:${connection.link?.device}`, direction: 'in', stanza })
}

function refuse(connection: Connection, reason: number) {
  connection.end(node('failure', { reason, location: 'sim' }))
}

async function greet(world: World, account: Account, link: Link) {
  const { APP_STATE_SYNC_KEY_SHARE, HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type
  const { id: keyId, data } = collectionKeyOf(account)
  const keyData = {
    keyData: data,
    fingerprint: { rawId: 1, currentIndex: 0, deviceIndexes: [0] },
    timestamp: world.now(),
  }
  const appStateSyncKeyShare = { keys: [{ keyId: { keyId }, keyData }] }
  const history = (await historyOf(world, account, link)).map((historySyncNotification) => ({
    type: HISTORY_SYNC_NOTIFICATION,
    historySyncNotification,
  }))
  for (const protocolMessage of [{ type: APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare }, ...history]) {
    await sendToOwnDevice(world, { account, link, content: { protocolMessage } })
  }
}
