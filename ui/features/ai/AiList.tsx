import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AiChat } from '../../../src/features/ai/contract'
import { useDays } from '../../shared/i18n/useDays'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Loading } from '../../shared/kit/Loading'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Skeleton } from '../../shared/kit/Skeleton'
import { useNow } from '../../shared/kit/useNow'
import type { Rows } from '../../shared/live/useCrud'
import type { AiDialog } from './AiPage'
import { foundAiChats } from './spec'

type Props = {
  rows: Rows<AiChat>
  openId: number | null
  onOpen(): void
  onDialog(dialog: AiDialog): void
}

/** Number of conversations from which the search appears. */
const FEW = 8

/** The user's conversations, the latest first. */
export function AiList({ rows, openId, onOpen, onDialog }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const all = rows.all ?? []
  const found = foundAiChats(all, text)
  return (
    <section className="ai-list" aria-label={t('ai.chats.title')}>
      <div className="flex justify-between items-center gap-2">
        <Link
          to="/ChatGPT/{-$chatId}"
          params={{ chatId: undefined }}
          className={buttonClass('plain', 'sm')}
          onClick={onOpen}
        >
          <Plus />
          {t('ai.chats.new')}
        </Link>
        {all.length > 0 && (
          <Menu
            trigger={
              <IconButton label={t('ai.chats.more')}>
                <Ellipsis />
              </IconButton>
            }
          >
            <MenuItem icon={<Trash2 />} danger onSelect={() => onDialog({ what: 'deleteAll' })}>
              {t('ai.chats.deleteAll.action')}
            </MenuItem>
          </Menu>
        )}
      </div>
      {all.length > FEW && (
        <SearchBox
          size="sm"
          className="w-full!"
          label={t('ai.chats.search')}
          value={text}
          onSearch={setText}
          delay={200}
        />
      )}
      {!rows.all && rows.error && <ErrorState error={rows.error} onRetry={rows.retry} />}
      {!rows.all && !rows.error && (
        <Loading className="grid gap-4 p-3">
          <Skeleton width="70%" />
          <Skeleton width="50%" />
        </Loading>
      )}
      {rows.all?.length === 0 && <p className="p-2 text-muted text-sm/5">{t('ai.chats.none')}</p>}
      {all.length > 0 && found.length === 0 && (
        <p className="p-2 text-muted text-sm/5">{t('ai.chats.noMatch', { text })}</p>
      )}
      <ul className="flex-1 min-h-0 -mx-1 overflow-y-auto">
        {found.map((chat) => (
          <Row key={chat.id} chat={chat} isOpen={chat.id === openId} onOpen={onOpen} onDialog={onDialog} />
        ))}
      </ul>
    </section>
  )
}

type RowProps = Omit<Props, 'rows' | 'openId'> & { chat: AiChat; isOpen: boolean }

function Row({ chat, isOpen, onOpen, onDialog }: RowProps) {
  const t = useText()
  const days = useDays()
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <li className="ai-row" aria-current={isOpen || undefined}>
      <Link
        to="/ChatGPT/{-$chatId}"
        params={{ chatId: String(chat.id) }}
        onClick={onOpen}
        dir="auto"
        title={chat.title}
      >
        {chat.title}
      </Link>
      <time dateTime={chat.updatedAt} title={format.dateTime(chat.updatedAt)}>
        {days.rowTime(chat.updatedAt, now)}
      </time>
      <Menu
        trigger={
          <IconButton label={t('ai.chats.actions', { title: chat.title })}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => onDialog({ what: 'rename', chat })}>
          {t('ai.chats.rename.action')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onSelect={() => onDialog({ what: 'delete', chat })}>
          {t('ai.chats.delete.action')}
        </MenuItem>
      </Menu>
    </li>
  )
}
