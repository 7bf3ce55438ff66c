import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai/react'
import { FileText, Image, Music, UserRoundPlus, Video, X } from 'lucide-react'
import { useId } from 'react'
import {
  type Chat,
  type ChatMember,
  type ChatMessage,
  chatMessageChanged,
  chatMessageCreated,
  createChats,
} from '../../../src/features/chats/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { Toggle } from '../../shared/kit/Toggle'
import { useNow } from '../../shared/kit/useNow'
import { useEvent } from '../../shared/live/useEvent'
import { useMay, useUser } from '../../shared/session/useUser'
import { filesQuery } from './api'
import { PersonFace, usePeople } from './ChatFace'
import { colleagueIn, mayChange } from './spec'
import { mutedAtom, typingAtom } from './state'
import { useDirectChat } from './useDirectChat'

type Props = { chat: Chat; onEdit(): void; onClose(): void }

/** The members of a chat, its files, and its sound setting. */
export function PeoplePane({ chat, onEdit, onClose }: Props) {
  const t = useText()
  const { id: me } = useUser()
  const mayCreate = useMay()(createChats)
  return (
    <aside className="desk-contact" data-open aria-label={t('chats.pane.title')}>
      <div className="pane-head max-md:px-3">
        <h2 className="mr-auto font-semibold">{t('chats.pane.people')}</h2>
        {mayChange(chat, me, mayCreate) && (
          <Button size="sm" tone="ghost" className="text-primary-ink" icon={<UserRoundPlus />} onClick={onEdit}>
            {t('chats.pane.add')}
          </Button>
        )}
        <IconButton className="xl:hidden" label={t('common.close')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <section
        className="flex-1 overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('chats.pane.title')}
      >
        <ul className="px-4 py-2">
          {chat.users.map((member) => (
            <Member key={member.userId} chat={chat} member={member} />
          ))}
        </ul>
        <Files chat={chat} />
        <Mute chatId={chat.id} />
      </section>
    </aside>
  )
}

function Member({ chat, member: { userId, user } }: { chat: Chat; member: ChatMember }) {
  const t = useText()
  const { id: me } = useUser()
  const person = usePeople().find(({ id }) => id === userId)
  const isTyping = useAtomValue(typingAtom).some((one) => one.chatId === chat.id && one.userId === userId)
  const role = person && t(`directory.profile.${person.profile}`)
  const open = useDirectChat()
  const words = [userId === me && t('chats.pane.you'), userId === chat.ownerId && t('chats.pane.owner')].filter(Boolean)
  return (
    <li className="chat-member">
      <PersonFace userId={userId} name={user.name} size={2} />
      <span className="two">
        {userId === me || colleagueIn(chat, me) ? (
          <span className="truncate font-medium">{user.name}</span>
        ) : (
          <button
            type="button"
            className="chat-person text-left font-medium cursor-pointer truncate after:absolute after:inset-0 after:rounded-[inherit]"
            title={t('chats.direct', { name: user.name })}
            onClick={() => open(userId)}
          >
            {user.name}
          </button>
        )}
        <small>{isTyping ? <span className="typing">{t('chats.pane.typing')}</span> : words.join(' · ') || role}</small>
      </span>
    </li>
  )
}

const icons = { image: Image, video: Video, audio: Music, ptt: Music } as const

function Files({ chat }: { chat: Chat }) {
  const t = useText()
  const days = useDays()
  const now = useNow(60_000)
  const client = useQueryClient()
  const { data } = useQuery(filesQuery(chat.id))
  const refetch = () => void client.invalidateQueries({ queryKey: filesQuery(chat.id).queryKey })
  useEvent(chatMessageCreated, ({ newMessage: { chatId, media } }) => {
    if (chatId === chat.id && media) refetch()
  })
  useEvent(chatMessageChanged, ({ message: { chatId, isDeleted } }) => {
    if (chatId === chat.id && isDeleted) refetch()
  })
  const files = data?.messages ?? []
  if (files.length === 0) return null
  return (
    <section className="fold" aria-label={t('chats.pane.files')}>
      <h3 className="fold-head">
        {t('chats.pane.files')}{' '}
        <span className="nums text-xs font-normal text-faint">
          {files.length}
          {data?.hasMore && '+'}
        </span>
      </h3>
      <ul className="grid gap-2">
        {files.map((message) => (
          <li key={message.id}>
            <FileLine message={message} when={days.rowTime(message.createdAt, now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FileLine({ message: { media, mediaUrl, mediaType, sender }, when }: { message: ChatMessage; when: string }) {
  const Icon = icons[mediaType as keyof typeof icons] ?? FileText // other kinds have no icon of their own
  return (
    <a
      className="chat-file flex items-center gap-2.5 min-h-10 rounded-lg type-base text-inherit no-underline hover:bg-hover"
      href={mediaUrl ?? ''}
      download={media?.name ?? ''}
    >
      <span>
        <Icon />
      </span>
      <span className="two min-w-0">
        <span className="truncate">{media?.name}</span>
        <small>
          {sender.name.split(' ')[0]}, {when}
        </small>
      </span>
    </a>
  )
}

function Mute({ chatId }: { chatId: number }) {
  const t = useText()
  const id = useId()
  const [muted, setMuted] = useAtom(mutedAtom)
  return (
    <div className="fold flex items-center justify-between">
      <label htmlFor={id} className="text-sm">
        {t('chats.pane.mute')}
      </label>
      <Toggle
        id={id}
        size="sm"
        checked={muted.includes(chatId)}
        onChange={(on) => setMuted(on ? [...muted, chatId] : muted.filter((one) => one !== chatId))}
      />
    </div>
  )
}
