/** A message on one line, for the chat list and quotes. Pure. */
import type { ChatView, MessageView } from '../../../../src/simulator/contract'
import type { Text } from '../../../shared/i18n/translate'
import { plainText } from '../../messages/rules/formatting'
import type { Directory } from '../directory'
import { named } from './mentions'

export function summaryOf(t: Text, message: MessageView, directory: Directory): string {
  const { kind, revoked, viewOnce } = message
  const text = named(message, directory)
  if (revoked) return t('simulator.revoked')
  if (viewOnce) return t('simulator.once', { kind: t(`simulator.kind.${kind}`) })
  if (kind === 'text') return plainText(text)
  const name = t(`simulator.kind.${kind}`)
  const words = text.split('\n')[0] ?? ''
  return words ? `${name}: ${words}` : name
}

type PreviewContext = { readonly chat: Pick<ChatView, 'kind'>; readonly directory: Directory }

/** In a group, with the author. */
export function previewOf(t: Text, message: MessageView, { chat, directory }: PreviewContext): string {
  const words = summaryOf(t, message, directory)
  return chat.kind === 'group' && !message.fromMe ? `${message.authorName.split(' ')[0]}: ${words}` : words
}
