import { useState } from 'react'
import type { PhoneView, SimulatorState } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { AccountShots } from './AccountShots'
import { ActiveFaults } from './ActiveFaults'
import { LASTS, type Lasts, SECTIONS } from './catalogue'
import { FaultSection } from './FaultSection'
import { NetworkShots } from './NetworkShots'
import { OneShot } from './OneShot'

/** The faults: for the whole simulator, or for one company phone. */
export function Faults({ state }: { state: SimulatorState }) {
  const t = useText()
  const run = useCommand()
  const companies = state.phones.filter(({ role }) => role === 'company')
  const [chosen, setChosen] = useState<string | null>(null)
  const [lasts, setLasts] = useState<Lasts>('mended')
  const only = companies.find(({ phone }) => phone === chosen) ?? null
  const company = only ?? companies[0]
  const common = { phone: only?.phone ?? null, faults: state.faults, lasts }
  return (
    <>
      <ActiveFaults faults={state.faults} phones={state.phones} />
      <div className="fault-how grid gap-2 mt-3 mb-1">
        {companies.length > 1 && <Whose companies={companies} value={only?.phone ?? ''} onChange={setChosen} />}
        <label>
          {t('simulator.lasts.title')}
          <select
            className="select select-sm"
            value={lasts}
            onChange={(event) => setLasts(LASTS.find((one) => one === event.target.value) ?? 'mended')}
          >
            {LASTS.map((one) => (
              <option key={one} value={one}>
                {t(`simulator.lasts.${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {SECTIONS.map((section) => (
        <FaultSection key={section} section={section} {...common}>
          {section === 'network' && <NetworkShots phone={company?.phone ?? null} faults={state.faults} />}
          {section === 'files' && <OneShot shot="expire" onRun={() => run.mutate({ do: 'expireMedia' })} />}
          {section === 'account' && company && <AccountShots phone={company} />}
        </FaultSection>
      ))}
    </>
  )
}

type WhoseProps = { companies: readonly PhoneView[]; value: string; onChange(phone: string | null): void }

function Whose({ companies, value, onChange }: WhoseProps) {
  const t = useText()
  return (
    <label>
      {t('simulator.faults.phone')}
      <select className="select select-sm" value={value} onChange={(event) => onChange(event.target.value || null)}>
        <option value="">{t('simulator.faults.allPhones')}</option>
        {companies.map(({ phone, name }) => (
          <option key={phone} value={phone}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
