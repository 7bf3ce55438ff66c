import { Lock } from 'lucide-react'
import type { RefObject } from 'react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { Bubble } from './Bubble'
import { group } from './group'

type Props = { box: RefObject<HTMLDivElement | null>; phone: PhoneView; chat: ChatView }

/** The newest messages of a chat, as its phone shows them. */
export function Messages({ box, phone, chat }: Props) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <div className="handset-screen handset-scroll" ref={box} role="log" aria-label={chat.title} tabIndex={0}>
      {chat.messages.length === 0 && (
        <p className="handset-hint">
          <Lock />
          {phone.role === 'customer' ? t('simulator.startChat', { name: chat.title }) : t('simulator.startChatTitle')}
        </p>
      )}
      {group(chat.messages).map(({ message, first, last }, at) => (
        <div key={message.id} className="flex flex-col first:mt-auto">
          <DayMark at={message.at} after={chat.messages[at - 1]?.at} />
          <Bubble message={message} first={first} last={last} />
        </div>
      ))}
      {chat.typing && (
        <div className="msg msg-in msg-first msg-last">
          <div className="bubble typing">{t('simulator.typing')}</div>
        </div>
      )}
    </div>
  )
}

/** The day, above the first message of it. */
function DayMark({ at, after }: { at: string; after: string | undefined }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  if (after !== undefined && format.isSameDay(at, after)) return null
  return <p className="handset-day">{format.isSameDay(at, now) ? t('simulator.today') : format.date(at)}</p>
}
