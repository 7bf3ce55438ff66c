/** Retry requests, from devices to phones and from phones to devices. */
import { type Account, findMessage, jidOf, type Link, type Message } from '../account'
import { groupRetry } from '../groups/stanza'
import { prefixed } from '../wire/keys'
import { addressOf, type BinaryNode, bigEndian, bytesOf, child, node, numberFrom, seconds } from '../wire/nodes'
import type { Bundle } from '../wire/signal'
import { findAccount, type World } from '../world'
import { deliver, pendingMessage } from './delivery'
import { peerOf } from './seal'
import { stanzaFor } from './stanza'

/**
 * Deletes the session, creates a new one from the keys in the request (otherwise the server's), and resends the same
 * id.
 */
export async function resendTo(world: World, { account, link }: { account: Account; link: Link }, receipt: BinaryNode) {
  const { id = '', to, participant, recipient } = receipt.attrs
  const { user, server } = addressOf(to)
  const isGroup = server === 'g.us'
  const author = findAccount(world, isGroup ? participant : to)
  if (!author) return
  const other = findAccount(world, recipient)
  const group = isGroup ? world.groups.get(user) : undefined
  const chat = isGroup ? user : author === account && other ? other.phone : account.phone
  const message = findMessage(author, chat, id)
  if (!message) return
  // The ack that follows the request may come after the message was sent again.
  const pending = pendingMessage(link, id)
  if (pending) pending.acksToIgnore++
  const peer = peerOf(world, link)
  author.device.forget(peer)
  const bundle = bundleIn(receipt)
  if (bundle) await author.device.begin(peer, bundle)
  const count = Number(child(receipt, 'retry')?.attrs.count ?? 1)
  const posting = { from: author, link, message, count }
  const again = group ? groupRetry(world, { ...posting, group }, posting) : stanzaFor(world, posting)
  deliver(world, link, await again)
}

/** Called when a phone could not decrypt a device's message. */
export function askAgain(world: World, { reader, link, message }: Unread) {
  const bundle = reader.device.offerBundle(world.random)
  const t = seconds(world.now())
  const from = jidOf(reader, message.addressing)
  const inGroup = message.group ? { from: `${message.group}@g.us`, participant: from } : { from }
  deliver(
    world,
    link,
    node('receipt', { id: message.id, ...inGroup, type: 'retry', t }, [
      node('retry', { v: 1, count: message.count, id: message.id, t }),
      node('registration', {}, bigEndian(bundle.registrationId, 4)),
      node('keys', {}, [node('type', {}, Buffer.of(5)), ...bundleNodes(bundle)]),
    ]),
  )
}

type Unread = {
  reader: Account
  link: Link
  message: Pick<Message, 'id' | 'addressing'> & { count: number; group?: string | undefined }
}

export function bundleNodes({ identityKey, preKey, signedPreKey }: Bundle): BinaryNode[] {
  const key = (tag: string, { keyId, publicKey }: { keyId: number; publicKey: Buffer }, ...more: BinaryNode[]) =>
    node(tag, {}, [node('id', {}, bigEndian(keyId, 3)), node('value', {}, publicKey.subarray(1)), ...more])
  const signature = node('signature', {}, signedPreKey.signature)
  const oneTime = preKey ? [key('key', preKey)] : []
  return [node('identity', {}, identityKey.subarray(1)), ...oneTime, key('skey', signedPreKey, signature)]
}

function bundleIn(receipt: BinaryNode): Bundle | undefined {
  const keys = child(receipt, 'keys')
  const [signed, oneTime] = [child(keys, 'skey'), child(keys, 'key')]
  if (!keys || !signed) return undefined
  return {
    registrationId: numberFrom(bytesOf(child(receipt, 'registration'))),
    identityKey: prefixed(bytesOf(child(keys, 'identity'))),
    signedPreKey: { ...keyIn(signed), signature: bytesOf(child(signed, 'signature')) },
    preKey: oneTime && keyIn(oneTime),
  }
}

export const keyIn = (key: BinaryNode) => ({
  keyId: numberFrom(bytesOf(child(key, 'id'))),
  publicKey: prefixed(bytesOf(child(key, 'value'))),
})
