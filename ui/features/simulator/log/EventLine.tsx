import { CircleDot, MessageSquare, TriangleAlert } from 'lucide-react'
import type { SimulatorEvent } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import type { Directory } from '../directory'
import { eventText } from './eventText'

const icons = { message: MessageSquare, fault: TriangleAlert, system: CircleDot }

/** One line of the event log: when, who, what. */
export function EventLine({ event, who, phones }: { event: SimulatorEvent; who: string; phones: Directory }) {
  const t = useText()
  const format = useFormat()
  const Icon = icons[event.kind]
  const words = eventText(t, event.what, phones)
  return (
    <li className={event.kind === 'fault' ? 'log-bad' : undefined}>
      <time dateTime={event.at}>{format.exactTime(event.at)}</time>
      <Icon className="log-icon" />
      <b className="truncate">{who}</b>
      <span title={words}>{words}</span>
    </li>
  )
}
