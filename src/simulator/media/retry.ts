/** Requests of a client to the phone to upload a missing file again. */
import { createCipheriv } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import { type Account, findMessage, type Link, pnOf } from '../account'
import { deliver } from '../messages/delivery'
import { derive } from '../wire/keys'
import { addressOf, type BinaryNode, child, node, seconds } from '../wire/nodes'
import { findAccount, logEvent, type World } from '../world'
import { FETCH_PATH } from './server'
import type { Attachment } from './store'

/** The phone's answer when it has no such file. */
const NOT_FOUND = 2

export function expireMedia(world: World, mediaId: string | undefined) {
  for (const { id, blob } of world.media.attachments.values()) {
    if (mediaId === undefined || id === mediaId) world.media.expired.add(blob)
  }
  logEvent(world, 'fault', 'WhatsApp', 'media:expired')
}

export async function uploadAgain(
  world: World,
  { account, link }: { account: Account; link: Link },
  request: BinaryNode,
) {
  const { id = '' } = request.attrs
  const about = child(request, 'rmr')
  const attributes = { from: pnOf(account), type: 'mediaretry', id, t: seconds(world.now()) }
  const attachment = attachmentOf(world, account, { id, jid: about?.attrs.jid })
  const bytes = attachment && (await world.media.blobs.get(attachment.blob))
  if (!attachment || !bytes || !account.habits.keepsFiles) {
    return deliver(
      world,
      link,
      node('notification', attributes, [node('error', { code: NOT_FOUND }), ...(about ? [about] : [])]),
    )
  }
  const blob = world.random.bytes(32).toString('base64url')
  await world.media.blobs.set(blob, bytes)
  const answer = encrypted(world, { id, attachment, directPath: FETCH_PATH + blob })
  deliver(world, link, node('notification', attributes, [answer, ...(about ? [about] : [])]))
}

function attachmentOf(world: World, account: Account, { id, jid }: { id: string; jid: string | undefined }) {
  const { user, server } = addressOf(jid)
  const chat = server === 'g.us' ? user : findAccount(world, jid)?.phone
  const media = chat && findMessage(account, chat, id)?.media
  return media ? world.media.attachments.get(media.id) : undefined
}

function encrypted(
  world: World,
  { id, attachment, directPath }: { id: string; attachment: Attachment; directPath: string },
) {
  const { SUCCESS } = proto.MediaRetryNotification.ResultType
  const plaintext = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result: SUCCESS }).finish()
  const key = derive(attachment.mediaKey, 32, { info: 'WhatsApp Media Retry Notification' })
  const iv = world.random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id))
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  return node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)])
}
