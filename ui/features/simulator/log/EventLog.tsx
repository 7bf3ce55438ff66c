import { CircleDot, MessageSquare, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { SimulatorEvent, SimulatorState } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Segment } from '../../../shared/kit/Segment'
import { type Directory, whoIs } from '../directory'
import { eventText } from './eventText'

/** What happened, newest first. */
export function EventLog({ state }: { state: SimulatorState }) {
  const t = useText()
  const format = useFormat()
  const [shown, setShown] = useState<'all' | 'message' | 'system' | 'fault'>('all')
  const events = state.events
    .map((event, at) => ({ event, number: state.eventCount - at }))
    .filter(({ event }) => shown === 'all' || event.kind === shown)
  return (
    <section
      className="flex flex-col min-w-0 min-h-0 px-5 pt-3 pb-3.5 border-t border-line max-md:max-h-96"
      aria-label={t('simulator.events.title')}
    >
      <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold m-0">{t('simulator.events.title')}</h2>
        <span className="nums text-xs text-faint">{format.number(state.eventCount)}</span>
        <Segment
          label={t('simulator.events.show')}
          className="ml-auto"
          value={shown}
          onChange={setShown}
          items={(['all', 'message', 'system', 'fault'] as const).map((id) => ({
            id,
            label: t(`simulator.events.${id}`),
          }))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol className="log flex-1 min-h-0 overflow-y-auto text-xs" tabIndex={0} aria-label={t('simulator.events.title')}>
        {events.map(({ event, number }) => (
          <EventLine key={number} event={event} who={whoIs(event.who, state.phones)} phones={state.phones} />
        ))}
        {events.length === 0 && <li className="block!">{t('simulator.events.none')}</li>}
      </ol>
    </section>
  )
}

const icons = { message: MessageSquare, fault: TriangleAlert, system: CircleDot }

/** One line of the event log: when, who, what. */
function EventLine({ event, who, phones }: { event: SimulatorEvent; who: string; phones: Directory }) {
  const t = useText()
  const format = useFormat()
  const Icon = icons[event.kind]
  const words = eventText(t, event.what, phones)
  return (
    <li className={event.kind === 'fault' ? 'log-bad' : undefined}>
      <time dateTime={event.at}>{format.exactTime(event.at)}</time>
      <Icon className={event.kind === 'fault' ? 'size-3.5 text-error-ink' : 'size-3.5 text-faint'} />
      <b className="truncate">{who}</b>
      <span title={words}>{words}</span>
    </li>
  )
}
