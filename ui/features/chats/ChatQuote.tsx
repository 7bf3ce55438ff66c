import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { QuotedChatMessage } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { useUser } from '../../shared/session/useUser'
import { lineOf } from './words'

/** The answered message; a click scrolls to it. */
export function ChatQuote({ quoted }: { quoted: QuotedChatMessage }) {
  const navigate = useNavigate()
  const jump = () => void navigate({ to: '.', search: { message: quoted.id }, replace: true })
  return (
    <button type="button" className="bubble-quote w-[calc(100%+0.5625rem)] text-left" onClick={jump}>
      <QuoteWords quoted={quoted} />
    </button>
  )
}

/** Over the composer: the message being answered. */
export function ChatReplyBar({ quoted, onCancel }: { quoted: QuotedChatMessage; onCancel(): void }) {
  const t = useText()
  return (
    <div className="reply-bar">
      <span className="bubble-quote m-0! min-w-0 flex-1 cursor-default!">
        <QuoteWords quoted={quoted} />
      </span>
      <IconButton size="xs" label={t('messages.cancelReply')} onClick={onCancel}>
        <X className="size-4!" />
      </IconButton>
    </div>
  )
}

function QuoteWords({ quoted }: { quoted: QuotedChatMessage }) {
  const t = useText()
  const { id: me } = useUser()
  return (
    <>
      <b>{quoted.senderId === me ? t('tickets.you') : quoted.sender.name}</b>
      <span className="quote-text" dir="auto">
        <bdi>{lineOf(t, quoted)}</bdi>
      </span>
    </>
  )
}
