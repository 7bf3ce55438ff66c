import type { ChatView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { previewOf } from '../chat/preview'
import { Tick } from '../chat/Tick'
import { useDirectory } from '../directory'
import { ChatFace } from './ChatFace'

/** One chat in a phone's list; the whole row opens it. */
export function ChatRow({ chat, onOpen }: { chat: ChatView; onOpen(): void }) {
  const t = useText()
  const format = useFormat()
  const directory = useDirectory()
  const last = chat.messages.at(-1)
  return (
    <button type="button" className="handset-row handset-chat" onClick={onOpen}>
      <ChatFace chat={chat} size={2} />
      <span className="two min-w-0 flex-1 text-left">
        <b className="truncate">{chat.title}</b>
        <small className="handset-last">
          {last?.fromMe && !chat.typing && <Tick ack={last.ack} />}
          <span className="truncate">
            {chat.typing ? (
              <span className="typing">{t('simulator.typing')}</span>
            ) : (
              last && previewOf(t, last, { chat, directory })
            )}
          </span>
        </small>
      </span>
      <span className="row-when self-start pt-1.5">
        {last && <time dateTime={last.at}>{format.time(last.at)}</time>}
        {chat.unread > 0 && (
          <span className="ticket-badge" title={t('simulator.unread', { count: chat.unread })}>
            {chat.unread}
          </span>
        )}
      </span>
    </button>
  )
}
