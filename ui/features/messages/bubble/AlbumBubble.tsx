import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import type { Bubble } from '../rules/conversation'
import { MessageMarks } from './BubbleMeta'
import { MessageBubble, Signature } from './MessageBubble'

type Props = {
  bubbles: readonly Bubble[]
  ticket: TicketSummary
  litKey: string | null
  onJump(messageId: number): void
}

/** Pictures and videos sent together: each is a message of its own, with all message actions. */
export function AlbumBubble({ bubbles, ticket, litKey, onJump }: Props) {
  const t = useText()
  const first = bubbles[0]
  if (!first) return null
  const { message } = first
  const label = bubbles.every(({ message }) => message.mediaType === 'image') ? 'messages.album' : 'messages.mixedAlbum'
  return (
    <div className={classes('album-row', message.fromMe && 'album-out', first.first && 'mt-2.5')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of messages, not of fields */}
      <div role="group" aria-label={t(label, { count: bubbles.length })} className="bubble bubble-media album">
        {first.first && <Signature message={message} isGroup={ticket.isGroup} />}
        <MessageMarks message={message} />
        <div className="album-grid">
          {bubbles.map((bubble) => (
            <MessageBubble
              key={bubble.key}
              bubble={bubble}
              ticket={ticket}
              isLit={litKey === bubble.key}
              isTile
              onJump={onJump}
            />
          ))}
        </div>
      </div>
    </div>
  )
}
