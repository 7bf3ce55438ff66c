import { useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { EllipsisVertical, LogOut, PanelRight, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type Chat, createChats } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem, MenuSeparator } from '../../shared/kit/Menu'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useMay, useUser } from '../../shared/session/useUser'
import { PHONE, useMedia, WIDE } from '../../shared/useMedia'
import { PlayerProvider } from '../messages/voice/Player'
import { leaveChat } from './api'
import { ChatComposer } from './ChatComposer'
import { ChatDrop } from './ChatDrop'
import { ChatFace, usePeople } from './ChatFace'
import type { ChatDialog } from './ChatsPage'
import { colleagueIn, mayChange, nameOf } from './spec'
import { paneAtom } from './state'
import { Thread } from './Thread'
import { useTypingWords } from './useTyping'

const PeoplePane = lazyPart(() => import('./PeoplePane').then((file) => file.PeoplePane))

type Props = { chat: Chat; onDialog(dialog: ChatDialog): void }

/** A chat: its head, messages and composer. */
export function ChatPane({ chat, onDialog }: Props) {
  const t = useText()
  const { id: me } = useUser()
  const isPhone = useMedia(PHONE)
  const isWide = useMedia(WIDE)
  const [wanted, show] = useAtom(paneAtom)
  const [isOver, setOver] = useState(false)
  // Where it would cover the messages, it starts closed.
  const isOpen = isWide ? wanted : isOver
  const open = isWide ? show : setOver
  const name = nameOf(chat, me, t('chats.alone'))
  return (
    <>
      <section className="desk-chat" aria-label={name} hidden={isPhone && isOpen}>
        <header className="pane-head max-md:px-3">
          <ChatFace chat={chat} size={2.25} />
          <div className="head-name">
            <h2 className="truncate font-semibold" title={name}>
              {name}
            </h2>
            <p className="truncate text-xs text-faint">
              <Standing chat={chat} />
            </p>
          </div>
          <IconButton label={t('chats.pane.title')} pressed={isOpen} onClick={() => open(!isOpen)}>
            <PanelRight />
          </IconButton>
          <ChatMenu chat={chat} name={name} onDialog={onDialog} />
        </header>
        <PlayerProvider>
          <ChatDrop chatId={chat.id}>
            <Thread chat={chat} />
            <ChatComposer chat={chat} />
          </ChatDrop>
        </PlayerProvider>
      </section>
      {isOpen && (
        <Suspense fallback={<aside className="desk-contact" data-open />}>
          <PeoplePane chat={chat} onEdit={() => onDialog({ what: 'edit', chat })} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Who is typing, else the number of members present. */
function Standing({ chat }: { chat: Chat }) {
  const t = useText()
  const { id: me } = useUser()
  const people = usePeople()
  const typing = useTypingWords(chat)
  const isThere = (userId: number) => people.some(({ id, online }) => id === userId && online)
  const colleague = colleagueIn(chat, me)
  const there = chat.users.filter(({ userId }) => userId === me || isThere(userId)).length
  const words = colleague
    ? t(isThere(colleague.userId) ? 'chats.standing.there' : 'chats.standing.away')
    : `${t('chats.standing.people', { count: chat.users.length })}, ${
        there === chat.users.length ? t('chats.standing.all') : t('chats.standing.some', { count: there })
      }`
  return (
    <>
      {typing && <span className="typing">{typing} · </span>}
      {words}
    </>
  )
}

function ChatMenu({ chat, name, onDialog }: Props & { name: string }) {
  const t = useText()
  const { id: me } = useUser()
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const isOwner = chat.ownerId === me
  const mayCreate = useMay()(createChats)
  const leave = async () => {
    try {
      await leaveChat(chat.id)
      setLeaving(false)
      toast.success(t('chats.leave.done', { name }))
      void router.navigate({ to: '/chats/{-$chatId}', params: { chatId: undefined } })
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('kit.more')}>
            <EllipsisVertical />
          </IconButton>
        }
      >
        {mayChange(chat, me, mayCreate) && (
          <MenuItem icon={<Pencil />} onSelect={() => onDialog({ what: 'edit', chat })}>
            {t('chats.edit')}
          </MenuItem>
        )}
        <MenuItem icon={<LogOut />} onSelect={() => setLeaving(true)}>
          {t('chats.leave.action')}
        </MenuItem>
        {isOwner && <MenuSeparator />}
        {isOwner && (
          <MenuItem icon={<Trash2 />} danger onSelect={() => onDialog({ what: 'delete', chat })}>
            {t('chats.delete.confirm')}
          </MenuItem>
        )}
      </Menu>
      {leaving && (
        <ConfirmDialog
          open
          title={t('chats.leave.title', { name })}
          confirm={t('chats.leave.action')}
          onConfirm={() => void leave()}
          onClose={() => setLeaving(false)}
        >
          {t(isOwner ? 'chats.leave.ownerText' : 'chats.leave.text')}
        </ConfirmDialog>
      )}
    </>
  )
}
