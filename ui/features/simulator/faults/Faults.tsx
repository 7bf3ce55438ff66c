import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { FaultName, SimulatorState } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { useCommand } from '../useCommand'
import { AccountFaults } from './AccountFaults'
import { DelayFault } from './DelayFault'
import { FaultSwitch } from './FaultSwitch'
import { OneShot } from './OneShot'

/** Long enough for reconnecting to be seen. */
const OUTAGE_MS = 30_000

const messageFaults = [
  'swap',
  'duplicate',
  'undecryptable',
  'unreadable',
  'refuseUpload',
  'refuseDownload',
  'corruptMedia',
  'ackMissing',
  'ackError',
  'dropOnMessage',
] as const satisfies FaultName[]

/** What can be broken, for one company phone or, while there is only one, for all of WhatsApp. */
export function Faults({ state }: { state: SimulatorState }) {
  const t = useText()
  const run = useCommand()
  const companies = state.phones.filter((phone) => phone.role === 'company')
  const [chosen, setChosen] = useState<string | null>(null)
  const phone = companies.find((one) => one.phone === chosen) ?? companies[0]
  const outage = state.faults.some((fault) => fault.name === 'outage')
  return (
    <aside className="lab-faults" aria-label={t('simulator.faults.title')}>
      <h2>{t('simulator.faults.title')}</h2>
      {state.faults.length > 0 && (
        <Note
          icon={<TriangleAlert />}
          role="status"
          className="mb-2"
          action={
            <button type="button" onClick={() => run.mutate({ do: 'clearFaults' })}>
              {t('simulator.faults.undo')}
            </button>
          }
        >
          {t('simulator.faults.active', { count: state.faults.length })}
        </Note>
      )}

      <h3>{t('simulator.faults.network')}</h3>
      <OneShot
        label={t('simulator.faults.drop')}
        action={t('simulator.faults.dropAction')}
        onRun={() => run.mutate({ do: 'dropConnections' })}
      />
      <OneShot
        label={t('simulator.faults.outage')}
        action={outage ? t('simulator.faults.outageEnd') : t('simulator.faults.outageAction')}
        on={outage}
        onRun={() =>
          run.mutate({ do: 'setFault', name: 'outage', on: !outage, ...(outage ? {} : { forMs: OUTAGE_MS }) })
        }
      />
      <FaultSwitch name="silent" state={state} />
      <DelayFault state={state} />

      <h3>{t('simulator.faults.messages')}</h3>
      {messageFaults.map((name) => (
        <FaultSwitch key={name} name={name} state={state} />
      ))}

      {phone && (
        <>
          <h3>{t('simulator.faults.account')}</h3>
          {companies.length > 1 && (
            <select
              className="select select-sm my-1"
              aria-label={t('simulator.faults.phone')}
              value={phone.phone}
              onChange={(event) => setChosen(event.target.value)}
            >
              {companies.map((one) => (
                <option key={one.id} value={one.phone}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
          <AccountFaults phone={phone} state={state} />
        </>
      )}
    </aside>
  )
}
