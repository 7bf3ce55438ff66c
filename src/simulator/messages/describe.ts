/** Describes a message in a few words, for the trace. */
import type { proto } from '@whiskeysockets/baileys'
import { kindOf, textIn, unwrap } from './content'
import { type Effect, effectOf } from './effects'

const TEXT_SHOWN = 60

export function describeContent(content: proto.IMessage): string {
  const { inner, viewOnce } = unwrap(content.deviceSentMessage?.message ?? content)
  const order = inner.protocolMessage
  if (order?.appStateSyncKeyShare) return 'app state keys'
  if (order?.historySyncNotification) return historyIn(order.historySyncNotification)
  if (order?.peerDataOperationRequestMessage) return 'asks its phone'
  if (order?.peerDataOperationRequestResponseMessage) return 'its phone answers'
  const effect = effectOf(inner)
  if (effect) return describeEffect(effect)
  const text = textIn(inner).slice(0, TEXT_SHOWN)
  return `${kindOf(inner)}${viewOnce ? ', once' : ''}${text ? ` "${text}"` : ''}`
}

function describeEffect(effect: Effect): string {
  const id = 'id' in effect ? effect.id.slice(0, TEXT_SHOWN) : ''
  switch (effect.does) {
    case 'react':
      return `reaction ${effect.emoji.slice(0, TEXT_SHOWN)} to ${id}`
    case 'edit':
      return `edit of ${id}: "${effect.text.slice(0, TEXT_SHOWN)}"`
    case 'revoke':
      return `deletion of ${id}`
    case 'vote':
      return `vote on ${id}`
    case 'open':
      return `${effect.use} of ${id}`
    case 'disappear':
      return `messages last ${effect.seconds} s`
  }
}

const historyIn = ({ syncType, chunkOrder, progress }: proto.Message.IHistorySyncNotification): string =>
  `history, type ${syncType}, chunk ${chunkOrder}, ${progress} %`
