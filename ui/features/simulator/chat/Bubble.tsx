import { Ban } from 'lucide-react'
import type { MessageView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { cx } from '../../../shared/kit/cx'
import { BubbleMedia } from './BubbleMedia'
import { Tick } from './Tick'

type Props = { message: MessageView; first: boolean; last: boolean; inGroup: boolean; phone: string; chat: string }

/** A message as this phone shows it. */
export function Bubble({ message, first, last, inGroup, phone, chat }: Props) {
  const t = useText()
  const format = useFormat()
  const { fromMe, kind, text, media, quoted, revoked, edited, reactions, at, ack } = message
  const words = text || (media ? '' : t(`simulator.kind.${kind}`))
  return (
    <div className={cx('msg', fromMe ? 'msg-out' : 'msg-in', first && 'msg-first', last && 'msg-last')}>
      <div
        className={cx(
          'bubble',
          media && !revoked && (kind === 'image' || kind === 'sticker' || kind === 'video') && 'bubble-media w-44!',
        )}
      >
        {inGroup && !fromMe && first && <b className="bubble-sign">{message.authorName}</b>}
        {quoted && !revoked && <span className="bubble-quote">{quoted.text}</span>}
        {media && !revoked && <BubbleMedia message={message} media={media} phone={phone} chat={chat} />}
        <p className={revoked ? 'bubble-gone' : undefined}>
          {revoked && <Ban />}
          <bdi>{revoked ? t('simulator.revoked') : words}</bdi>{' '}
          <span className="bubble-meta">
            {edited && !revoked && `${t('simulator.edited')} `}
            <time dateTime={at}>{format.time(at)}</time>
            {fromMe && <Tick ack={ack} />}
          </span>
        </p>
      </div>
      {reactions.length > 0 && <span className="reactions">{reactions.map((one) => one.emoji).join('')}</span>}
    </div>
  )
}
