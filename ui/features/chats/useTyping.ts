import { useAtomValue } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { type Chat, chatMessageCreated, chatTyping } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { store } from '../../shared/store'
import { noteTyping } from './api'
import { type Typing, typingAtom } from './state'

/** Typing is signalled this often, and shown a little longer. */
const [SIGN_EVERY, SIGN_LASTS] = [4_000, 6_000]

const without = (chatId: number, userId: number): readonly Typing[] =>
  store.get(typingAtom).filter((one) => one.chatId !== chatId || one.userId !== userId)

/** Tracks who is typing. Mounted once, by the page. */
export function useTypingWatch(): void {
  const { id: me } = useUser()
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEvent(chatTyping, ({ chatId, userId }) => {
    if (userId === me) return
    store.set(typingAtom, [...without(chatId, userId), { chatId, userId, until: Date.now() + SIGN_LASTS }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      store.set(
        typingAtom,
        store.get(typingAtom).filter(({ until }) => until > Date.now()),
      )
    }, SIGN_LASTS + 50)
    timers.current.add(timer)
  })
  useEvent(chatMessageCreated, ({ newMessage: { chatId, senderId } }) =>
    store.set(typingAtom, without(chatId, senderId)),
  )
  useEffect(() => {
    const { current } = timers
    return () => {
      for (const timer of current) clearTimeout(timer)
      store.set(typingAtom, [])
    }
  }, [])
}

/** A text with who is typing in a chat; null for nobody. */
export function useTypingWords(chat: Chat): string | null {
  const t = useText()
  const typing = useAtomValue(typingAtom)
  const names = chat.users
    .filter(({ userId }) => typing.some((one) => one.chatId === chat.id && one.userId === userId))
    .map(({ user }) => user.name.split(' ')[0] ?? user.name)
  if (names.length === 0) return null
  return t('chats.typing', { count: names.length, names: names.join(', ') })
}

/** To be called on each key. */
export function useTypingOut(chatId: number): () => void {
  const sentAt = useRef(0)
  return () => {
    if (Date.now() - sentAt.current < SIGN_EVERY) return
    sentAt.current = Date.now()
    noteTyping(chatId).catch(() => undefined) // losing it does no harm
  }
}
