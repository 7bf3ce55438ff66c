import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MessageCircleMore } from 'lucide-react'
import type { Chat } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { Bell } from '../../shared/kit/Bell'
import { EmptyState } from '../../shared/kit/EmptyState'
import { useUser } from '../../shared/session/useUser'
import { chatsQuery } from './api'
import { ChatFace } from './ChatFace'
import { nameOf, unreadIn } from './spec'
import { lineOf, unreadOf } from './words'

/** Unread messages of the user's chats, by chat. */
export function ChatsBell() {
  const t = useText()
  const { id: me } = useUser()
  const { data: chats = [] } = useQuery(chatsQuery)
  const count = unreadOf(chats, me)
  const words = count > 0 ? t('chats.bell.count', { count }) : t('chats.bell.empty')
  return (
    <Bell words={words} count={count} icon={<MessageCircleMore />} className={count === 0 ? 'not-phone' : undefined}>
      {(close) => <Unread chats={chats.filter((chat) => unreadIn(chat, me) > 0)} onGo={close} />}
    </Bell>
  )
}

function Unread({ chats, onGo }: { chats: readonly Chat[]; onGo(): void }) {
  const t = useText()
  const toAll = (
    <Link
      to="/chats/{-$chatId}"
      params={{ chatId: undefined }}
      className="btn btn-xs btn-ghost text-primary-ink"
      onClick={onGo}
    >
      {t('chats.bell.all')}
    </Link>
  )
  if (chats.length === 0)
    return <EmptyState heading="h2" icon={<MessageCircleMore />} title={t('chats.bell.none')} actions={toAll} />
  return (
    <>
      <div className="bell-head">
        <h2>{t('chats.bell.title')}</h2>
        {toAll}
      </div>
      <ul>
        {chats.map((chat) => (
          <li key={chat.id}>
            <UnreadRow chat={chat} onGo={onGo} />
          </li>
        ))}
      </ul>
    </>
  )
}

function UnreadRow({ chat, onGo }: { chat: Chat; onGo(): void }) {
  const t = useText()
  const { id: me } = useUser()
  const unread = unreadIn(chat, me)
  return (
    <Link to="/chats/{-$chatId}" params={{ chatId: chat.uuid }} className="unread-row" onClick={onGo}>
      <ChatFace chat={chat} size={2} />
      <span className="two min-w-0 flex-1">
        <b className="truncate" dir="auto">
          {nameOf(chat, me, t('chats.alone'))}
        </b>
        <small className="truncate" dir="auto">
          {chat.last && lineOf(t, chat.last)}
        </small>
      </span>
      <span className="row-when">
        <Ago at={chat.updatedAt} className="text-2xs text-faint" />
        <span className="ticket-badge">{unread > 99 ? '99+' : unread}</span>
      </span>
    </Link>
  )
}
