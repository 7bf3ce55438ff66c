import type { Chat } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { Face } from '../../shared/kit/Face'
import { useUser } from '../../shared/session/useUser'
import { CompletionList, useCompletion } from '../messages/composer/useCompletion'
import { isCalled, mentionAt } from '../messages/rules/completion'

/** Offers the members after an @ and inserts their names. */
export function useMentions(chat: Chat, text: string) {
  const t = useText()
  const { id: me } = useUser()
  const { typed, steer } = useCompletion('mentions', text, mentionAt)
  const offered =
    typed === null ? [] : chat.users.filter(({ userId, user }) => userId !== me && isCalled(user.name, typed.text))
  const steering = steer(offered, ({ user }) => `@${user.name} `)
  const list = offered.length > 0 && (
    <CompletionList
      steering={steering}
      label={t('messages.mention')}
      count={t('messages.mentionCount', { count: offered.length })}
      keyOf={({ userId }) => userId}
    >
      {({ user }) => (
        <>
          <Face name={user.name} size={1.75} />
          <span className="truncate">{user.name}</span>
        </>
      )}
    </CompletionList>
  )
  return { picker: steering.picker, list }
}
