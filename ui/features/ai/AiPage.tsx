import './ai.css'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { SearchX, Sparkles } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { type AiChat, DEMO_MODEL } from '../../../src/features/ai/contract'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { Tabs } from '../../shared/kit/Tabs'
import { lazyPart } from '../../shared/lazyPart'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useMay } from '../../shared/session/useUser'
import { PHONE, useMedia } from '../../shared/useMedia'
import { usePageTitle } from '../../shared/usePageTitle'
import { AiList } from './AiList'
import { AiTalk } from './AiTalk'
import { aiChats, deleteAllChats, useAiService } from './api'
import { useWriting } from './useWriting'
import { chatIdOf } from './view'

const AiRename = lazyPart(() => import('./AiRename').then((file) => file.AiRename))

export type AiDialog = { readonly what: 'rename' | 'delete'; readonly chat: AiChat } | { readonly what: 'deleteAll' }

/** The user's conversations, and the open one. Without one in the address, a question starts it. */
export function AiPage() {
  const t = useText()
  const service = useAiService()
  const navigate = useNavigate()
  const addressed = chatIdOf(useParams({ from: '/private/ChatGPT/{-$chatId}' }).chatId)
  // A conversation that was begun here is shown at once: the address follows a moment later.
  const [begun, setBegun] = useState<number | null>(null)
  useEffect(() => {
    if (addressed !== null) setBegun(null)
  }, [addressed])
  const chatId = addressed ?? begun
  const rows = useRows(aiChats)
  const isPhone = useMedia(PHONE)
  const [view, setView] = useState<'list' | 'chat'>('chat')
  const [dialog, show] = useState<AiDialog | null>(null)
  const open = (id: number | null) =>
    void navigate({ to: '/ChatGPT/{-$chatId}', params: { chatId: id === null ? undefined : String(id) } })
  const writing = useWriting(({ id }) => {
    // A user who opened another conversation meanwhile stays there.
    if (/\/ChatGPT\/\d/.test(location.pathname)) return
    setBegun(id)
    open(id)
  })
  const chat = rows.all?.find(({ id }) => id === chatId)
  const isGone = chatId !== null && rows.all !== undefined && !chat && !writing.writtenIn(chatId)
  usePageTitle(chat?.title ?? t('ai.page.title'))
  const isDemo = service?.model === DEMO_MODEL
  return (
    <main className="main flex flex-col overflow-hidden">
      <div className="page-head">
        <h1 className="page-title mr-auto">{t('ai.page.title')}</h1>
        {service && (
          <p className="truncate text-sm text-muted">{isDemo ? t('ai.demo') : `${service.model} · ${service.host}`}</p>
        )}
      </div>
      {isPhone && (
        <Tabs
          id="ai"
          label={t('ai.page.title')}
          value={view}
          onChange={setView}
          tabs={[
            { id: 'chat', label: t('ai.chats.open') },
            { id: 'list', label: t('ai.chats.title') },
          ]}
        />
      )}
      <div
        className="ai-panes flex-1 min-h-0 grid grid-cols-[18rem_minmax(0,1fr)] border-t border-line max-lg:grid-cols-[15rem_minmax(0,1fr)] max-md:grid-cols-1 max-md:border-t-0"
        data-view={view}
        id="ai-panel"
        {...(isPhone && { role: 'tabpanel', 'aria-labelledby': `ai-tab-${view}` })}
      >
        <AiList rows={rows} openId={chatId} onOpen={() => setView('chat')} onDialog={show} />
        {isGone ? (
          <section className="ai-pane" aria-label={t('ai.chats.open')}>
            <EmptyState heading="h2" icon={<SearchX />} title={t('ai.chats.gone')} />
          </section>
        ) : service === undefined ? (
          <Loading className="grid p-6">
            <Skeleton className="h-24" />
          </Loading>
        ) : (
          <AiTalk
            chatId={chatId}
            title={chat?.title ?? t('ai.chats.open')}
            writing={writing}
            leaves={service && (isDemo ? '' : t('ai.page.leaves', { host: service.host }))}
            none={<NoService />}
          />
        )}
      </div>
      <Suspense>{dialog?.what === 'rename' && <AiRename chat={dialog.chat} onClose={() => show(null)} />}</Suspense>
      {dialog?.what === 'delete' && (
        <DeleteChat
          chat={dialog.chat}
          onDelete={() => {
            writing.stop(dialog.chat.id)
            if (dialog.chat.id === chatId) open(null)
          }}
          onClose={() => show(null)}
        />
      )}
      {dialog?.what === 'deleteAll' && (
        <DeleteDialog
          title={t('ai.chats.deleteAll.title')}
          confirm={t('ai.chats.deleteAll.confirm')}
          done={t('ai.chats.deleteAll.done')}
          onDelete={async () => {
            await deleteAllChats()
            open(null)
          }}
          onClose={() => show(null)}
        >
          {() => t('ai.chats.deleteAll.text')}
        </DeleteDialog>
      )}
    </main>
  )
}

function NoService() {
  const t = useText()
  const mayChange = useMay()('settings-page:change')
  return (
    <EmptyState
      heading="h2"
      icon={<Sparkles />}
      title={t('ai.page.none')}
      actions={
        mayChange && (
          <Link to="/settings" search={{ tab: 'integrations' }} className={buttonClass('primary', 'sm')}>
            {t('ai.page.settings')}
          </Link>
        )
      }
    >
      {t(mayChange ? 'ai.page.noneAdmin' : 'ai.page.noneText')}
    </EmptyState>
  )
}

type DeleteProps = { chat: AiChat; onDelete(): void; onClose(): void }

function DeleteChat({ chat, onDelete, onClose }: DeleteProps) {
  const t = useText()
  const { remove } = useCrud(aiChats)
  return (
    <DeleteDialog
      title={t('ai.chats.delete.title', { title: chat.title })}
      confirm={t('ai.chats.delete.action')}
      done={t('ai.chats.delete.done')}
      onDelete={async () => {
        await remove(chat.id)
        onDelete()
      }}
      onClose={onClose}
    >
      {() => t('ai.chats.delete.text')}
    </DeleteDialog>
  )
}
