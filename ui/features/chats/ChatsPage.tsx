import '../../shared/theme/desk.css'
import '../messages/kinds.css'
import './chats.css'
import { useParams, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai/react'
import { MessageCircleMore, Plus, SearchX } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { type Chat, createChats } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { Tabs } from '../../shared/kit/Tabs'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useMay, useUser } from '../../shared/session/useUser'
import { PHONE, useMedia } from '../../shared/useMedia'
import { usePageTitle } from '../../shared/usePageTitle'
import { MessageDialogs } from '../messages/dialogs/MessageDialogs'
import { chats } from './api'
import { ChatList } from './ChatList'
import { ChatPane } from './ChatPane'
import { nameOf } from './spec'
import { lastOpenAtom } from './state'
import { useTypingWatch } from './useTyping'
import { unreadOf } from './words'

const ChatForm = lazyPart(() => import('./ChatForm').then((file) => file.ChatForm))

export type ChatDialog = { readonly what: 'new' } | { readonly what: 'edit' | 'delete'; readonly chat: Chat }

/** List, messages, members. The address has the open chat and, on a phone, which of the first two is shown. */
export function ChatsPage() {
  const t = useText()
  const { id: me } = useUser()
  const router = useRouter()
  const { chatId: uuid } = useParams({ from: '/private/chats/{-$chatId}' })
  const rows = useRows(chats)
  const isPhone = useMedia(PHONE)
  const [last, setLast] = useAtom(lastOpenAtom)
  const [dialog, show] = useState<ChatDialog | null>(null)
  const chat = rows.all?.find((one) => one.uuid === uuid)
  useTypingWatch()
  usePageTitle(chat ? nameOf(chat, me, t('chats.alone')) : t('chats.title'))
  useEffect(() => {
    if (chat) setLast(chat.uuid)
  }, [chat, setLast])
  const open = (chatId: string | undefined) => void router.navigate({ to: '/chats/{-$chatId}', params: { chatId } })
  const view = uuid === undefined ? 'list' : 'chat'
  const unread = unreadOf(rows.all ?? [], me)
  const goTo = (tab: 'list' | 'chat') => {
    const known = rows.all?.find((one) => one.uuid === last) ?? rows.all?.[0]
    open(tab === 'list' ? undefined : known?.uuid)
  }
  return (
    <main className="main flex flex-col">
      {isPhone && (
        <Tabs
          id="chats"
          label={t('chats.title')}
          value={view}
          onChange={goTo}
          tabs={[
            { id: 'list', label: t('chats.tab.list'), ...(unread > 0 && { count: unread }) },
            { id: 'chat', label: t('chats.tab.messages') },
          ]}
        />
      )}
      <div
        className="desk chats-desk"
        data-view={view}
        id="chats-panel"
        {...(isPhone && { role: 'tabpanel', 'aria-labelledby': `chats-tab-${view}` })}
      >
        <ChatList rows={rows} openUuid={uuid} onNew={() => show({ what: 'new' })} />
        {chat ? (
          <ChatPane key={chat.id} chat={chat} onDialog={show} />
        ) : (
          <section className="desk-chat" aria-label={t('chats.tab.messages')}>
            {rows.all && (
              <NoChat isGone={uuid !== undefined} isEmpty={rows.all.length === 0} onNew={() => show({ what: 'new' })} />
            )}
          </section>
        )}
      </div>
      <Suspense>
        {dialog?.what === 'new' && <ChatForm onSaved={({ uuid }) => open(uuid)} onClose={() => show(null)} />}
        {dialog?.what === 'edit' && <ChatForm chat={dialog.chat} onClose={() => show(null)} />}
      </Suspense>
      {dialog?.what === 'delete' && <DeleteChat chat={dialog.chat} onClose={() => show(null)} />}
      <MessageDialogs ofHost={() => null} />
    </main>
  )
}

type NoChatProps = { isGone: boolean; isEmpty: boolean; onNew(): void }

function NoChat({ isGone, isEmpty, onNew }: NoChatProps) {
  const t = useText()
  const mayCreate = useMay()(createChats)
  if (isGone)
    return (
      <EmptyState icon={<SearchX />} title={t('chats.gone.title')}>
        {t('chats.gone.text')}
      </EmptyState>
    )
  if (!isEmpty) return <EmptyState icon={<MessageCircleMore />} title={t('chats.none.title')} />
  return (
    <EmptyState
      icon={<MessageCircleMore />}
      title={t('chats.empty.title')}
      actions={
        mayCreate && (
          <Button size="sm" icon={<Plus />} onClick={onNew}>
            {t('chats.new')}
          </Button>
        )
      }
    >
      {t(mayCreate ? 'chats.empty.text' : 'chats.empty.askAdmin')}
    </EmptyState>
  )
}

function DeleteChat({ chat, onClose }: { chat: Chat; onClose(): void }) {
  const t = useText()
  const { id: me } = useUser()
  const { remove } = useCrud(chats)
  const name = nameOf(chat, me, t('chats.alone'))
  return (
    <DeleteDialog
      title={t('chats.delete.title', { name })}
      confirm={t('chats.delete.confirm')}
      done={t('chats.delete.done', { name })}
      onDelete={() => remove(chat.id)}
      onClose={onClose}
    >
      {() => t('chats.delete.text')}
    </DeleteDialog>
  )
}
