import { useState } from 'react'
import type { SimulatorState } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Segment } from '../../../shared/kit/Segment'
import { eventText, whoIs } from './eventText'

/** What happened, newest first. */
export function EventLog({ state }: { state: SimulatorState }) {
  const t = useText()
  const format = useFormat()
  const [shown, setShown] = useState<'all' | 'message' | 'fault'>('all')
  const events = state.events.filter((event) => shown === 'all' || event.kind === shown)
  return (
    <section className="lab-log" aria-label={t('simulator.events.title')}>
      <div className="flex items-center gap-3 mb-1.5">
        <h2>{t('simulator.events.title')}</h2>
        <span className="text-xs text-faint nums">{format.number(state.eventCount)}</span>
        <Segment
          label={t('simulator.events.show')}
          className="ml-auto"
          value={shown}
          onChange={setShown}
          items={[
            { id: 'all', label: t('simulator.events.all') },
            { id: 'message', label: t('simulator.events.message') },
            { id: 'fault', label: t('simulator.events.fault') },
          ]}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <ol className="log" tabIndex={0} aria-label={t('simulator.events.title')}>
        {events.map((event, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: counted from the first event of all, so an event keeps its number
            key={`${event.at} ${event.who} ${event.what} ${state.eventCount - at}`}
            className={event.kind === 'fault' ? 'log-bad' : undefined}
          >
            <time dateTime={event.at}>{format.exactTime(event.at)}</time>
            <b className="truncate">{whoIs(event.who, state.phones)}</b>
            <span>{eventText(t, event.what, state.phones)}</span>
          </li>
        ))}
        {events.length === 0 && <li className="block!">{t('simulator.events.none')}</li>}
      </ol>
    </section>
  )
}
