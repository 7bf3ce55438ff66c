import { UsersRound } from 'lucide-react'
import type { ChatView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'

/** One chat in a phone's list; the whole row opens it. */
export function ChatRow({ chat, onOpen }: { chat: ChatView; onOpen(): void }) {
  const t = useText()
  const format = useFormat()
  const last = chat.messages.at(-1)
  return (
    <button type="button" className="handset-row handset-chat" onClick={onOpen}>
      <Face name={chat.title} size={1.875} icon={chat.kind === 'group' ? <UsersRound /> : undefined} />
      <span className="two min-w-0 text-left">
        <b className="truncate">{chat.title}</b>
        <small className="truncate">
          {chat.typing ? (
            <span className="typing">{t('simulator.typing')}</span>
          ) : (
            last && (last.revoked ? t('simulator.revoked') : last.text || t(`simulator.kind.${last.kind}`))
          )}
        </small>
      </span>
      <span className="handset-when">
        {last && <time dateTime={last.at}>{format.time(last.at)}</time>}
        {chat.unread > 0 && <span className="ticket-badge">{chat.unread}</span>}
      </span>
    </button>
  )
}
