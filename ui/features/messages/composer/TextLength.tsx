import type { ChannelKind } from '../../../../src/channels/contract'
import { lengthOver } from '../../../../src/channels/lacks'
import { useText } from '../../../shared/i18n/useText'

/** From here on the limit matters to the writer. */
const NEAR = 0.8

/** How long the text is near the limit of the channel, and in how many messages it goes beyond. */
export function TextLength({ channel, text }: { channel: ChannelKind; text: string }) {
  const t = useText()
  const { length, most } = lengthOver(channel, text.trim())
  if (length < most * NEAR) return null
  const pieces = Math.ceil(length / most)
  return (
    <span className="nums text-xs text-muted" role="status">
      {pieces > 1 ? t('channels.pieces', { count: pieces }) : t('channels.counter', { length, most })}
    </span>
  )
}
