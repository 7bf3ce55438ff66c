import { useAtomValue } from 'jotai/react'
import { Ellipsis, SmilePlus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { ChannelKind } from '../../../../src/channels/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { lazyPart } from '../../../shared/lazyPart'
import { useUser } from '../../../shared/session/useUser'
import { writingTarget } from '../composer/box'
import { mayReact, ownReaction } from '../rules/messageActions'
import { choosingAtom } from '../state'
import type { ToolsProps } from './BubbleTools'
import { useMessageActions } from './useMessageActions'
import { type Tool, useTools } from './useTools'

const EmojiChoice = lazyPart(() => import('./EmojiChoice').then((file) => file.EmojiChoice))
const ToolMenu = lazyPart(() => import('./ToolMenu').then((file) => file.ToolMenu))

/** Frequent ones take one click, the others are in a menu. */
const near = new Set<Tool['name']>(['reply', 'cancel'])

/** The actions beside a message. */
export function MessageTools({ ticket, message, menuAt, onMenuEnd }: ToolsProps) {
  const user = useUser()
  const tools = useTools(ticket, message)
  const isChoosing = useAtomValue(choosingAtom)?.ticketId === ticket.id
  const reacts = mayReact(user, ticket, message)
  const far = tools.filter(({ name, off }) => !near.has(name) || off !== undefined)
  if (isChoosing || (tools.length === 0 && !reacts)) return null
  return (
    <span className="msg-tools">
      {tools
        .filter(({ name, off }) => near.has(name) && off === undefined)
        .map(({ name, label, icon, run }) => (
          <IconButton key={name} size="xs" label={label} onClick={run}>
            {icon}
          </IconButton>
        ))}
      {reacts && <React ticket={ticket} message={message} />}
      {far.length > 0 && <MoreTools tools={far} />}
      {menuAt && tools.length > 0 && (
        <Suspense>
          <ToolMenu
            tools={tools}
            anchor={{ getBoundingClientRect: () => new DOMRect(menuAt.x, menuAt.y, 0, 0) }}
            open
            onOpenChange={(open) => !open && onMenuEnd()}
          />
        </Suspense>
      )}
    </span>
  )
}

/** The menu is rendered when it is opened, because a conversation has many messages. */
export function MoreTools({ tools }: { tools: readonly Tool[] }) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <IconButton
        ref={button}
        size="xs"
        label={t('messages.actions')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <Ellipsis />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <ToolMenu tools={tools} anchor={button} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

function React({ ticket, message }: { ticket: TicketSummary; message: Message }) {
  const { toggleReaction } = useMessageActions(ticket.id)
  const choose = (emoji: string) => toggleReaction(message, emoji)
  return <ReactButton channel={ticket.channel} own={ownReaction(message)} onChoose={choose} />
}

type ReactProps = {
  /** Of the conversation; by default one that takes any reaction. */
  channel?: ChannelKind
  own: string | null
  onChoose(emoji: string): void
}

export function ReactButton({ channel = 'whatsapp', own, onChoose }: ReactProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('messages.react')}
      side="top"
      align="center"
      className="p-1"
      open={open}
      onOpenChange={setOpen}
      finalFocus={writingTarget}
      trigger={
        <IconButton size="xs" label={t('messages.react')}>
          <SmilePlus />
        </IconButton>
      }
    >
      <Suspense>
        <EmojiChoice
          channel={channel}
          own={own}
          onChoose={(emoji) => {
            onChoose(emoji)
            setOpen(false)
          }}
        />
      </Suspense>
    </Popover>
  )
}
