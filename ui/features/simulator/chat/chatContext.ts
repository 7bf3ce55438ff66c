import { createContext, use } from 'react'
import type { MessageView } from '../../../../src/simulator/contract'

/** Conversation data that every bubble needs. */
export type Chat = {
  readonly phone: string
  readonly chat: string
  readonly isGroup: boolean
  /** Opens the menu of a message at the element that was pressed. */
  ask(message: MessageView, at: Element): void
  jumpTo(id: string): void
}

export const ChatContext = createContext<Chat | null>(null)

export function useChat(): Chat {
  const chat = use(ChatContext)
  if (!chat) throw new Error('ChatContext is missing above this component')
  return chat
}
