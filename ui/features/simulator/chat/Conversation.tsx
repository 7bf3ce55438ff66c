import { ChevronLeft, Lock } from 'lucide-react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Bubble } from './Bubble'
import { group } from './group'
import { useReadWhenSeen } from './useReadWhenSeen'
import { useStickToEnd } from './useStickToEnd'
import { WriteBox } from './WriteBox'

type Props = { phone: PhoneView; chat: ChatView; onBack?: (() => void) | undefined }

/** One chat on a pretend phone. */
export function Conversation({ phone, chat, onBack }: Props) {
  const t = useText()
  const screen = useStickToEnd(chat.messages.at(-1)?.id, chat.typing)
  useReadWhenSeen(screen, phone, chat)
  return (
    <>
      {onBack && (
        <div className="handset-bar">
          <IconButton label={t('simulator.back')} onClick={onBack}>
            <ChevronLeft />
          </IconButton>
          <b className="truncate">{chat.title}</b>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <div className="handset-screen handset-scroll" ref={screen} role="log" aria-label={chat.title} tabIndex={0}>
        {chat.messages.length === 0 && (
          <p className="handset-hint">
            <Lock />
            {phone.role === 'customer' ? t('simulator.startChat', { name: chat.title }) : t('simulator.startChatTitle')}
          </p>
        )}
        {group(chat.messages).map(({ message, first, last }) => (
          <Bubble
            key={message.id}
            message={message}
            first={first}
            last={last}
            inGroup={chat.kind === 'group'}
            phone={phone.phone}
            chat={chat.id}
          />
        ))}
        {chat.typing && (
          <div className="msg msg-in msg-first msg-last">
            <div className="bubble typing">{t('simulator.typing')}</div>
          </div>
        )}
      </div>
      <WriteBox phone={phone} chat={chat} />
    </>
  )
}
