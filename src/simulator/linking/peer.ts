/** Messages between an account's phone and its devices: sent by the phone, or requested by devices. */
import { proto } from '@whiskeysockets/baileys'
import { type Account, findMessage, type Link, type PeerRequest, pnOf } from '../account'
import { uploadAgain } from '../media/retry'
import { deliver } from '../messages/delivery'
import { sealForLink } from '../messages/seal'
import { addressOf, node, seconds } from '../wire/nodes'
import { findAccount, letRun, logEvent, type World } from '../world'
import { olderThan, packed, pastMessage } from './history'

const { PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE, HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type
const { PLACEHOLDER_MESSAGE_RESEND } = proto.Message.PeerDataOperationRequestType
const USUAL_COUNT = 50

type Note = { account: Account; link: Link; content: proto.IMessage }

/** Returns the message's id. */
export async function sendToOwnDevice(world: World, { account, link, content }: Note): Promise<string> {
  const sealed = await sealForLink(world, { from: account, link, content })
  const id = account.random.messageId()
  world.trace.explain(id, content)
  const attributes = { from: pnOf(account), id, t: seconds(world.now()), type: 'text' }
  const enc = node('enc', { v: 2, type: sealed.type }, sealed.body)
  deliver(world, link, node('message', { ...attributes, category: 'peer', push_priority: 'high' }, [enc]))
  return id
}

/** Returns the id of the last one. */
export async function notifyOwnDevices(world: World, account: Account, content: proto.IMessage): Promise<string> {
  let id = ''
  for (const link of account.links.values()) id = await sendToOwnDevice(world, { account, link, content })
  return id
}

/** Handles a device's request to its phone. A phone that is off answers when it is on again. */
export function takePeerRequest(world: World, account: Account, request: PeerRequest) {
  if (!account.online) return void account.asked.push(request)
  letRun(world, answer(world, account, request))
}

export function answerMissed(world: World, account: Account) {
  for (const request of account.asked.splice(0)) takePeerRequest(world, account, request)
}

async function answer(world: World, account: Account, { device, id, content, about }: PeerRequest) {
  const link = account.links.get(device)
  if (link && about) return uploadAgain(world, { account, link }, about)
  const asked = content.protocolMessage?.peerDataOperationRequestMessage
  if (!link || !asked) return
  if (asked.historySyncOnDemandRequest) {
    logEvent(world, 'system', account.phone, 'history:asked')
    const notification = await older(world, account, { request: asked.historySyncOnDemandRequest, id })
    const protocolMessage = { type: HISTORY_SYNC_NOTIFICATION, historySyncNotification: notification }
    await sendToOwnDevice(world, { account, link, content: { protocolMessage } })
  }
  for (const { messageKey } of asked.placeholderMessageResendRequest ?? []) {
    const protocolMessage = resent(world, account, { key: messageKey, id })
    if (protocolMessage) await sendToOwnDevice(world, { account, link, content: { protocolMessage } })
  }
}

type OnDemand = proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest

async function older(world: World, account: Account, { request, id }: { request: OnDemand; id: string }) {
  const chat = chatIn(world, account, request.chatJid)
  const count = request.onDemandMsgCount ?? USUAL_COUNT
  const conversations = chat ? [olderThan(world, account, { chat, id: request.oldestMsgId ?? '', count })] : []
  const { ON_DEMAND } = proto.HistorySync.HistorySyncType
  const history = { syncType: ON_DEMAND, chunkOrder: 1, progress: 100, conversations }
  return { ...(await packed(world, account, history)), peerDataRequestSessionId: id }
}

type MessageRequest = { key: proto.IMessageKey | null | undefined; id: string }

/** Undefined if the phone does not have the message. */
function resent(
  world: World,
  account: Account,
  { key, id }: MessageRequest,
): proto.Message.IProtocolMessage | undefined {
  const chat = chatIn(world, account, key?.remoteJid)
  const message = chat && findMessage(account, chat.id, key?.id ?? '')
  if (!message) return undefined
  const found = pastMessage(world, account, message, key?.remoteJid ?? '')
  const webMessageInfoBytes = proto.WebMessageInfo.encode(found).finish()
  return {
    type: PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      peerDataOperationRequestType: PLACEHOLDER_MESSAGE_RESEND,
      stanzaId: id,
      peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
    },
  }
}

function chatIn(world: World, account: Account, jid: string | null | undefined) {
  const { user, server } = addressOf(jid ?? undefined)
  return account.chats.get(server === 'g.us' ? user : (findAccount(world, jid ?? undefined)?.phone ?? user))
}
