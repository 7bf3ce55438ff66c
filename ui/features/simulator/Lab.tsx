import { Plus, Smartphone, WifiOff } from 'lucide-react'
import type { SimulatorState } from '../../../src/simulator/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { Note } from '../../shared/kit/Note'
import { Faults } from './faults/Faults'
import { EventLog } from './log/EventLog'
import { CompanyPhone } from './phone/CompanyPhone'
import { CustomerPhone } from './phone/CustomerPhone'

export function Lab({ state, lost, onAdd }: { state: SimulatorState; lost: boolean; onAdd(): void }) {
  const t = useText()
  // The company's first: everything begins with linking it.
  const phones = [...state.phones].sort((a, b) => Number(a.role === 'customer') - Number(b.role === 'customer'))
  return (
    <>
      {lost && (
        <Note role="alert" icon={<WifiOff />} className="rounded-none">
          {t('simulator.lost')}
        </Note>
      )}
      <div className="lab">
        <section className="lab-phones" aria-label={t('simulator.phones')}>
          {phones.map((phone) =>
            phone.role === 'company' ? (
              <CompanyPhone key={phone.id} phone={phone} />
            ) : (
              <CustomerPhone key={phone.id} phone={phone} phones={state.phones} />
            ),
          )}
          {phones.length === 0 && (
            <EmptyState
              icon={<Smartphone />}
              title={t('simulator.empty.title')}
              actions={
                <Button size="sm" icon={<Plus />} onClick={onAdd}>
                  {t('simulator.newPhone')}
                </Button>
              }
            >
              {t('simulator.empty.text')}
            </EmptyState>
          )}
        </section>
        <Faults state={state} />
        <EventLog state={state} />
      </div>
    </>
  )
}
