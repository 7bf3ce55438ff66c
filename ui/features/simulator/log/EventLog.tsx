import { useState } from 'react'
import type { SimulatorState } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Segment } from '../../../shared/kit/Segment'
import { whoIs } from '../directory'
import { EventLine } from './EventLine'

/** What happened, newest first. */
export function EventLog({ state }: { state: SimulatorState }) {
  const t = useText()
  const format = useFormat()
  const [shown, setShown] = useState<'all' | 'message' | 'system' | 'fault'>('all')
  const events = state.events
    .map((event, at) => ({ event, number: state.eventCount - at }))
    .filter(({ event }) => shown === 'all' || event.kind === shown)
  return (
    <section className="lab-log" aria-label={t('simulator.events.title')}>
      <div className="mb-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2>{t('simulator.events.title')}</h2>
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
      <ol className="log" tabIndex={0} aria-label={t('simulator.events.title')}>
        {events.map(({ event, number }) => (
          <EventLine key={number} event={event} who={whoIs(event.who, state.phones)} phones={state.phones} />
        ))}
        {events.length === 0 && <li className="block!">{t('simulator.events.none')}</li>}
      </ol>
    </section>
  )
}
