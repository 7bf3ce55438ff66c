import { ChevronDown, Forward } from 'lucide-react'
import { memo } from 'react'
import type { MessageView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { classes } from '../../../shared/kit/classes'
import { useLongPress } from '../../../shared/useLongPress'
import { useDirectory, whoIs } from '../directory'
import { Body } from './bodies/Body'
import { useChat } from './chatContext'
import { named } from './mentions'

type Props = { message: MessageView; first: boolean; last: boolean }

/** A message as this phone shows it. A long press, a right click or its button opens its menu. */
export const Bubble = memo(function Bubble({ message, first, last }: Props) {
  const t = useText()
  const directory = useDirectory()
  const { ask, isGroup, jumpTo } = useChat()
  const { fromMe, kind, quoted, revoked, forwarded, reactions } = message
  const hold = useLongPress((at) => ask(message, at), { byMouse: true })
  const isPicture = !revoked && !message.viewOnce && message.media !== null && PICTURES.has(kind)
  return (
    <div
      className={classes('msg', fromMe ? 'msg-out' : 'msg-in', first && 'msg-first', last && 'msg-last')}
      data-message={message.id}
    >
      <div className={classes('bubble', isPicture && 'bubble-media', kind === 'sticker' && 'bubble-sticker')} {...hold}>
        {isGroup && !fromMe && first && <b className="bubble-sign">{message.authorName}</b>}
        {forwarded && !revoked && (
          <span className="bubble-forwarded">
            <Forward />
            {t(message.forwardingScore >= MANY_TIMES ? 'simulator.forwardedOften' : 'simulator.forwarded')}
          </span>
        )}
        {quoted && !revoked && (
          <button type="button" className="bubble-quote" onClick={() => jumpTo(quoted.id)}>
            <bdi>{named(quoted, directory) || t('simulator.quotedMedia')}</bdi>
          </button>
        )}
        <Body message={message} />
        {!revoked && (
          <button
            type="button"
            className="msg-more"
            aria-label={t('simulator.messageOptions')}
            aria-haspopup="menu"
            onClick={(event) => ask(message, event.currentTarget)}
          >
            <ChevronDown />
          </button>
        )}
      </div>
      <Reactions reactions={reactions} />
    </div>
  )
})

const PICTURES = new Set(['image', 'video'])
const MANY_TIMES = 5

/** The reactions to a message; names are shown on hover and read out by screen readers. */
function Reactions({ reactions }: Pick<MessageView, 'reactions'>) {
  const t = useText()
  const directory = useDirectory()
  if (reactions.length === 0) return null
  const labels = reactions.map(({ author, emoji }) =>
    t('simulator.reactedWith', { name: whoIs(author, directory), emoji }),
  )
  return (
    <span className="reactions" role="img" title={labels.join('\n')} aria-label={labels.join(', ')}>
      {[...new Set(reactions.map(({ emoji }) => emoji))].join('')}
      {reactions.length > 1 && ` ${reactions.length}`}
    </span>
  )
}
