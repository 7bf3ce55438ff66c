import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { BellOff, Plus } from 'lucide-react'
import { useState } from 'react'
import { type Chat, type ChatMessage, createChats, SEARCH_LEAST } from '../../../src/features/chats/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ErrorState } from '../../shared/kit/ErrorState'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Skeleton } from '../../shared/kit/Skeleton'
import { useNow } from '../../shared/kit/useNow'
import type { Rows } from '../../shared/live/useCrud'
import { fits, needleOf } from '../../shared/plain'
import { useMay, useUser } from '../../shared/session/useUser'
import { searchQuery } from './api'
import { ChatFace, PersonFace, usePeople } from './ChatFace'
import { colleagueIn, foundChats, nameOf, unreadIn } from './spec'
import { draftOfAtom, mutedAtom } from './state'
import { useDirectChat } from './useDirectChat'
import { useTypingWords } from './useTyping'
import { lineOf } from './words'

type Props = { rows: Rows<Chat>; openUuid: string | undefined; onNew(): void }

/** The user's chats, the latest first; the search finds members, titles and messages. */
export function ChatList({ rows, openUuid, onNew }: Props) {
  const t = useText()
  const mayCreate = useMay()(createChats)
  const [text, setText] = useState('')
  const found = foundChats(rows.all ?? [], text)
  return (
    <section className="desk-list" aria-label={t('chats.title')}>
      <div className="pane-head border-0 max-md:px-3">
        <h1 className="page-title mr-auto">{t('chats.title')}</h1>
        {mayCreate && (
          <Button size="sm" icon={<Plus />} onClick={onNew}>
            {t('chats.new')}
          </Button>
        )}
      </div>
      <div className="px-4 pb-2">
        <SearchBox
          size="sm"
          className="w-full!"
          label={t('chats.search')}
          value={text}
          onSearch={setText}
          delay={250}
        />
      </div>
      {!rows.all && rows.error && <ErrorState error={rows.error} onRetry={rows.retry} />}
      {!rows.all && !rows.error && (
        <div className="grid gap-4 p-4" role="status" aria-label={t('common.loading')}>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
          <Skeleton width="60%" />
        </div>
      )}
      <div className="tickets overflow-y-auto!">
        <ul aria-label={t('chats.tab.list')}>
          {found.map((chat) => (
            <ChatRow key={chat.id} chat={chat} isOpen={chat.uuid === openUuid} />
          ))}
        </ul>
        {rows.all && <Colleagues text={text} chats={rows.all} />}
        {text !== '' && <Hits text={text} chats={rows.all ?? []} isNone={found.length === 0} />}
      </div>
    </section>
  )
}

/** People without a talk yet; a click begins one. */
function Colleagues({ text, chats }: { text: string; chats: readonly Chat[] }) {
  const t = useText()
  const { id: me } = useUser()
  const open = useDirectChat()
  const talks = chats.map((chat) => colleagueIn(chat, me)?.userId)
  const others = usePeople().filter(({ id, name }) => id !== me && !talks.includes(id) && fits(needleOf(text), name))
  if (others.length === 0) return null
  return (
    <section aria-label={t('chats.colleagues')}>
      <h2 className="px-3 pt-3 pb-1 text-xs font-medium text-faint">{t('chats.colleagues')}</h2>
      <ul className="px-3">
        {others.map(({ id, name, profile }) => (
          <li key={id} className="chat-member">
            <PersonFace userId={id} name={name} size={2} />
            <span className="two">
              <button
                type="button"
                className="chat-person text-left font-medium cursor-pointer truncate after:absolute after:inset-0 after:rounded-[inherit]"
                title={t('chats.direct', { name })}
                onClick={() => open(id)}
              >
                {name}
              </button>
              <small>{t(`directory.profile.${profile}`)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ChatRow({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const now = useNow(15_000)
  const { id: me } = useUser()
  const isMuted = useAtomValue(mutedAtom).includes(chat.id)
  const unread = unreadIn(chat, me)
  const name = nameOf(chat, me, t('chats.alone'))
  const label = t('tickets.unread', { count: unread })
  return (
    <li
      className="ticket grid-rows-[1.25rem_1.1875rem] h-16"
      aria-current={isOpen || undefined}
      data-unread={unread > 0 || undefined}
    >
      <span className="ticket-face row-[1/3]">
        <ChatFace chat={chat} />
      </span>
      <span className="ticket-line">
        <Link to="/chats/{-$chatId}" params={{ chatId: chat.uuid }} className="ticket-name" dir="auto">
          {name}
        </Link>
        <time className="ticket-time" dateTime={chat.updatedAt} title={format.dateTime(chat.updatedAt)}>
          {days.rowTime(chat.updatedAt, now)}
        </time>
      </span>
      <span className="ticket-line">
        <span className="ticket-last">
          <LastWords chat={chat} isOpen={isOpen} />
        </span>
        {isMuted && <BellOff className="size-3.5! text-faint" aria-label={t('chats.muted')} role="img" />}
        {unread > 0 && (
          <span className="ticket-badge" role="img" aria-label={label} title={label}>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </span>
    </li>
  )
}

function LastWords({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const t = useText()
  const { id: me } = useUser()
  const typing = useTypingWords(chat)
  const draft = useAtomValue(draftOfAtom)(chat.id)
  if (typing !== null) return <span className="typing">{typing}</span>
  if (draft !== '' && !isOpen)
    return (
      <>
        <b className="draft">{t('tickets.draft')}</b>
        <span dir="auto">{draft}</span>
      </>
    )
  if (!chat.last) return <span>{t('chats.noMessages')}</span>
  const isDirect = chat.users.length === 2 && chat.title === ''
  const who = chat.last.senderId === me ? `${t('tickets.you')}:` : isDirect ? null : `${firstName(chat.last)}:`
  return (
    <>
      {who && <em>{who}</em>}
      <span dir="auto">{lineOf(t, chat.last)}</span>
    </>
  )
}

const firstName = ({ sender }: ChatMessage): string => sender.name.split(' ')[0] ?? sender.name

/** Messages found by the search. */
function Hits({ text, chats, isNone }: { text: string; chats: readonly Chat[]; isNone: boolean }) {
  const t = useText()
  const days = useDays()
  const now = useNow(60_000)
  const { id: me } = useUser()
  const wanted = text.trim()
  const { data: hits = [], isSuccess } = useQuery({
    ...searchQuery(wanted),
    enabled: [...wanted].length >= SEARCH_LEAST,
  })
  if (hits.length === 0)
    return isNone && (isSuccess || [...wanted].length < SEARCH_LEAST) ? (
      <p className="px-3 py-2 text-sm text-muted">{t('kit.noMatch', { text: wanted })}</p>
    ) : null
  return (
    <section aria-label={t('chats.tab.messages')}>
      <h2 className="px-3 pt-3 pb-1 text-xs font-medium text-faint">{t('chats.tab.messages')}</h2>
      <ul>
        {hits.map((message) => {
          const chat = chats.find(({ id }) => id === message.chatId)
          return (
            chat && (
              <li key={message.id} className="ticket grid-rows-[1.25rem_1.1875rem] h-16">
                <span className="ticket-face row-[1/3]">
                  <ChatFace chat={chat} />
                </span>
                <span className="ticket-line">
                  <Link
                    to="/chats/{-$chatId}"
                    params={{ chatId: chat.uuid }}
                    search={{ message: message.id }}
                    className="ticket-name"
                    dir="auto"
                  >
                    {nameOf(chat, me, t('chats.alone'))}
                  </Link>
                  <time className="ticket-time" dateTime={message.createdAt}>
                    {days.rowTime(message.createdAt, now)}
                  </time>
                </span>
                <span className="ticket-line">
                  <span className="ticket-last">
                    <em>{message.senderId === me ? `${t('tickets.you')}:` : `${firstName(message)}:`}</em>
                    <span dir="auto">{lineOf(t, message)}</span>
                  </span>
                </span>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
