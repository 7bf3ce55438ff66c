import type { Chat, QuotedChatMessage } from '../../../src/features/chats/contract'
import type { Text } from '../../shared/i18n/translate'

type Line = Pick<QuotedChatMessage, 'message' | 'media' | 'mediaType' | 'ticketId' | 'isDeleted'>

/** A message in one line: its text, its file's name, or the conversation it shares. */
export function lineOf(t: Text, { message, media, mediaType, ticketId, isDeleted }: Line): string {
  if (isDeleted) return t('chats.deleted')
  if (message !== '') return message.replace(/[*_~`]/g, '')
  if (mediaType === 'document') return media?.name ?? t('tickets.kind.document')
  if (mediaType !== 'chat') return t(`tickets.kind.${mediaType === 'note' ? 'document' : mediaType}`)
  return ticketId === null ? '' : t('chats.sharedTicket')
}

/** Unread messages of these chats. */
export const unreadOf = (chats: readonly Chat[], me: number): number =>
  chats.reduce((sum, { users }) => sum + (users.find(({ userId }) => userId === me)?.unreads ?? 0), 0)
