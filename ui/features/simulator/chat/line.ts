/** A message on one line: for the list of chats, for quotes. Pure. */
import type { ChatView, MessageView } from '../../../../src/simulator/contract'
import type { Text } from '../../../shared/i18n/translate'
import { plainText } from '../../tickets/rules/formatting'

export function wordsOf(t: Text, { kind, text, revoked, viewOnce }: MessageView): string {
  if (revoked) return t('simulator.revoked')
  if (viewOnce) return t('simulator.once', { kind: t(`simulator.kind.${kind}`) })
  if (kind === 'text') return plainText(text)
  const name = t(`simulator.kind.${kind}`)
  const words = text.split('\n')[0] ?? ''
  return words ? `${name}: ${words}` : name
}

/** In a group with who said it. */
export function lineOf(t: Text, message: MessageView, { kind }: Pick<ChatView, 'kind'>): string {
  const words = wordsOf(t, message)
  return kind === 'group' && !message.fromMe ? `${message.authorName.split(' ')[0]}: ${words}` : words
}
