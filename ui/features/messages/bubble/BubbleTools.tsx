import { Suspense, use } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { lazyPart } from '../../../shared/lazyPart'
import { AfterFirstPaint } from '../conversation/useAfterFirstPaint'
import { channelTexts } from '../texts/channels'

const MessageTools = lazyPart(() => import('./MessageTools').then((file) => file.MessageTools), channelTexts)

/** Where the mouse was pressed. */
export type Point = { readonly x: number; readonly y: number }

export type ToolsProps = {
  ticket: TicketSummary
  message: Message
  /** Opens all tools in a menu at this position. */
  menuAt: Point | null
  onMenuEnd(): void
}

/** The actions beside a message, fetched after the conversation is on screen. */
export function BubbleTools(props: ToolsProps) {
  return (
    use(AfterFirstPaint) && (
      <Suspense>
        <MessageTools {...props} />
      </Suspense>
    )
  )
}
