import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { useUser } from '../../../shared/session/useUser'
import { mayReact, ownReaction } from '../rules/messageActions'
import { EmojiChoice } from './EmojiChoice'
import { ToolWords } from './ToolWords'
import { useMessageActions } from './useMessageActions'
import { type Tool, useTools } from './useTools'

type Props = { ticket: TicketSummary; message: Message; onClose(): void }

/** The actions on a message after a long press, as a sheet at the bottom of the screen. */
export function MessageSheet({ ticket, message, onClose }: Props) {
  const t = useText()
  const { toggleReaction } = useMessageActions(ticket.id)
  const user = useUser()
  const tools = useTools(ticket, message)
  /** Replying and editing move the focus to the composer. */
  const isWriting = useRef(false)
  const use = ({ name, run }: Tool) => {
    isWriting.current = name === 'reply' || name === 'edit'
    onClose()
    run()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-floor" />
        <Dialog.Popup
          className="sheet"
          aria-label={t('messages.actions')}
          finalFocus={() => (isWriting.current ? document.getElementById('composer') : true)}
        >
          {mayReact(user, ticket, message) && (
            <EmojiChoice
              channel={ticket.channel}
              own={ownReaction(message)}
              className="sheet-emojis"
              onChoose={(emoji) => {
                onClose()
                toggleReaction(message, emoji)
              }}
            />
          )}
          {tools.map((tool) => (
            <button
              key={tool.name}
              type="button"
              className={classes('sheet-row', tool.name === 'delete' && 'text-error-ink')}
              disabled={tool.off !== undefined}
              onClick={() => use(tool)}
            >
              {tool.icon}
              <ToolWords tool={tool} />
            </button>
          ))}
          <Dialog.Close className="sheet-row text-muted">{t('common.cancel')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
