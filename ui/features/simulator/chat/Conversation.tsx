import { useCallback, useMemo, useState } from 'react'
import type { ChatView, MessageView, PhoneView } from '../../../../src/simulator/contract'
import { PlayerProvider } from '../../messages/voice/Player'
import { ChatHead } from './ChatHead'
import { Composer } from './Composer'
import { ChatContext } from './chatContext'
import { type MenuRequest, MessageMenu } from './MessageMenu'
import { Messages } from './Messages'
import type { Reference } from './reference'
import { useReadWhenSeen } from './useReadWhenSeen'
import { useStickToEnd } from './useStickToEnd'

type Props = { phone: PhoneView; chat: ChatView; onBack(): void }

/** One chat on a simulated phone. */
export function Conversation({ phone, chat, onBack }: Props) {
  const screen = useStickToEnd(chat.messages.at(-1)?.id, chat.typing)
  useReadWhenSeen(screen, phone, chat)
  const [asked, setAsked] = useState<MenuRequest | null>(null)
  const [reference, setReference] = useState<Reference | null>(null)
  const ask = useCallback((message: MessageView, at: Element) => setAsked({ message, at }), [])
  const jumpTo = useCallback(
    (id: string) => {
      const found = screen.current?.querySelector(`[data-message="${CSS.escape(id)}"]`)
      found?.scrollIntoView({ block: 'center' })
      found?.animate({ opacity: [0.35, 1] }, { duration: 600, iterations: 2 })
    },
    [screen],
  )
  const context = useMemo(
    () => ({ phone: phone.phone, chat: chat.id, isGroup: chat.kind === 'group', ask, jumpTo }),
    [phone.phone, chat.id, chat.kind, ask, jumpTo],
  )
  return (
    <PlayerProvider>
      <ChatContext value={context}>
        <ChatHead phone={phone} chat={chat} onBack={onBack} />
        <Messages box={screen} phone={phone} chat={chat} />
        <Composer phone={phone} chat={chat} reference={reference} onReference={setReference} />
        <MessageMenu
          asked={asked}
          phone={phone}
          chat={chat}
          onClose={() => setAsked(null)}
          onReference={setReference}
        />
      </ChatContext>
    </PlayerProvider>
  )
}
