import { ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import type { SimulatorState } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import { CrowdScript } from './CrowdScript'
import { DayScript } from './DayScript'
import { HistoryScript } from './HistoryScript'
import { RunningScript } from './RunningScript'

/** Scripted conversations, for training and demonstrations. */
export function Scripts({ state }: { state: SimulatorState }) {
  const t = useText()
  const companies = state.phones.filter(({ role }) => role === 'company')
  const [chosen, setChosen] = useState<string | null>(null)
  const company = companies.find(({ phone }) => phone === chosen) ?? companies[0]
  if (!company) return <p className="text-sm text-muted">{t('simulator.needCompany')}</p>
  const isLinked = company.devices.length > 0
  return (
    <>
      {state.scripts.map((script) => (
        <RunningScript key={script.id} script={script} />
      ))}
      {companies.length > 1 && (
        <div className="fault-how grid gap-2 mt-3 mb-1">
          <label>
            {t('simulator.faults.phone')}
            <select
              className="select select-sm"
              value={company.phone}
              onChange={(event) => setChosen(event.target.value)}
            >
              {companies.map(({ phone, name }) => (
                <option key={phone} value={phone}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {!isLinked && (
        <Note tone="info" icon={<ScanQrCode />} className="mb-4">
          {t('simulator.script.notLinked')}
        </Note>
      )}
      <CrowdScript to={company.phone} isLinked={isLinked} />
      <DayScript to={company.phone} isLinked={isLinked} />
      <HistoryScript phone={company.phone} isLinked={isLinked} />
    </>
  )
}
