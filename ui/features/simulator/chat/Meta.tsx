import type { MessageView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Tick } from './Tick'

/** Time, edited mark and delivery status. */
export function Meta({ message: { edited, revoked, at, fromMe, ack } }: { message: MessageView }) {
  const t = useText()
  const format = useFormat()
  return (
    <span className="bubble-meta">
      {edited && !revoked && `${t('simulator.edited')} `}
      <time dateTime={at}>{format.time(at)}</time>
      {fromMe && <Tick ack={ack} />}
    </span>
  )
}
