import { SmilePlus } from 'lucide-react'
import { useState } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { writingPlace } from '../composer/focus'
import { ownReaction } from '../rules/acts'
import { EmojiChoice } from './EmojiChoice'
import { useActs } from './useActs'

export function ReactButton({ ticketId, message }: { ticketId: number; message: Message }) {
  const t = useText()
  const { toggleReaction } = useActs(ticketId)
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={t('messages.react')}
      side="top"
      align="center"
      className="p-1"
      open={open}
      onOpenChange={setOpen}
      finalFocus={writingPlace}
      trigger={
        <IconButton size="xs" label={t('messages.react')}>
          <SmilePlus />
        </IconButton>
      }
    >
      <EmojiChoice
        own={ownReaction(message)}
        onChoose={(emoji) => {
          toggleReaction(message, emoji)
          setOpen(false)
        }}
      />
    </Popover>
  )
}
