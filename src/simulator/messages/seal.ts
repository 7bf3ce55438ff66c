/** Encrypts a simulated phone's message for a linked device. Fetches the device's keys if there is no session yet. */
import type { proto } from '@whiskeysockets/baileys'
import { type Account, inTurn, type Link } from '../account'
import { node, SERVER, seconds } from '../wire/nodes'
import type { Bundle, Peer, SealedMessage } from '../wire/signal'
import { stanzaId, type World } from '../world'
import { deliver } from './delivery'
import { encoded } from './written'

/** Below this number the server requests more from the client. */
const FEW_PRE_KEYS = 5

export type ToSeal = { from: Account; link: Link; content: proto.IMessage }

export const sealForLink = (world: World, { from, link, content }: ToSeal): Promise<SealedMessage> =>
  inTurn(from, async () => {
    const peer = peerOf(world, link)
    if (!from.device.knows(peer)) await from.device.begin(peer, takeBundle(world, link))
    return from.device.encrypt(peer, encoded(content))
  })

export const peerOf = (world: World, link: Link): Peer => ({
  lid: world.accounts.get(link.phone)?.lid ?? link.phone,
  device: link.device,
})

/** Each one-time key is handed out once. */
export function takeBundle(world: World, link: Link): Bundle {
  const preKey = link.preKeys.shift()
  if (preKey && link.preKeys.length < FEW_PRE_KEYS) askForPreKeys(world, link)
  const { registrationId, identityKey, signedPreKey } = link
  return { registrationId, identityKey, signedPreKey, preKey }
}

export function askForPreKeys(world: World, link: Link) {
  const attributes = { from: SERVER, type: 'encrypt', id: stanzaId(world), t: seconds(world.now()) }
  deliver(world, link, node('notification', attributes, [node('count', { value: link.preKeys.length })]))
}
