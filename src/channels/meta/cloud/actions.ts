/** What people do to messages: reactions, edits, deletions. Pure. */
import type { MessageAction } from '../../channel'
import { contentOf } from './content'
import { type Fields, fieldsOf, textOf, textOrNull } from './fields'
import { addressesIn, idsIn } from './people'

type Doer = Pick<MessageAction, 'chat' | 'fromMe' | 'at'>

export function actionIn(message: Fields, doer: Doer): MessageAction | undefined {
  const isGroup = doer.chat.some(({ kind }) => kind === 'group')
  const author = isGroup ? { addresses: addressesIn({}, idsIn(message, false)), name: null } : null
  const base = { externalId: textOf(message.id), isGroup, author, ...doer }
  if (message.type === 'reaction') {
    const { message_id: target, emoji } = fieldsOf(message.reaction)
    return { ...base, do: 'react', target: textOf(target), emoji: textOrNull(emoji) }
  }
  if (message.type === 'revoke') {
    const { original_message_id: target } = fieldsOf(message.revoke)
    return { ...base, do: 'revoke', target: textOf(target), byAdmin: false }
  }
  if (message.type === 'edit') {
    const { original_message_id: target, message: after } = fieldsOf(message.edit)
    return { ...base, do: 'edit', target: textOf(target), body: contentOf(fieldsOf(after)).body }
  }
  return undefined
}
