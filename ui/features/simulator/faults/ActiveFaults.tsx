import { TriangleAlert, Wrench } from 'lucide-react'
import type { Fault, PhoneView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { whoIs } from '../directory'
import { useCommand } from '../useCommand'
import { amountText } from './amountText'
import { catalogue } from './catalogue'

/** The active faults, each with the button that ends it. */
export function ActiveFaults({ faults, phones }: { faults: readonly Fault[]; phones: readonly PhoneView[] }) {
  const t = useText()
  const run = useCommand()
  if (faults.length === 0) return <p className="text-sm text-muted">{t('simulator.faults.none')}</p>
  return (
    <section aria-label={t('simulator.faults.active', { count: faults.length })}>
      <Note
        icon={<TriangleAlert />}
        role="status"
        action={
          <button type="button" onClick={() => run.mutate({ do: 'clearFaults' })}>
            {t('simulator.faults.mendAll')}
          </button>
        }
      >
        {t('simulator.faults.active', { count: faults.length })}
      </Note>
      <ul>
        {faults.map((fault) => (
          <ActiveFault key={`${fault.name} ${fault.phone}`} fault={fault} phones={phones} />
        ))}
      </ul>
    </section>
  )
}

function ActiveFault({ fault, phones }: { fault: Fault; phones: readonly PhoneView[] }) {
  const t = useText()
  const format = useFormat()
  const run = useCommand()
  const { name, phone, times, value } = fault
  const { amount } = catalogue[name]
  const label = t(`simulator.faults.${name}`)
  const facts = [
    amount && amountText(t, format, amount.unit, value),
    phone && whoIs(phone, phones),
    times !== null && t('simulator.faults.timesLeft', { count: times }),
  ].filter(Boolean)
  return (
    <li className="fault" data-on="">
      <span className="two min-w-0">
        <span className="truncate">{label}</span>
        {facts.length > 0 && <small className="truncate">{facts.join(' · ')}</small>}
      </span>
      <Button
        size="sm"
        icon={<Wrench />}
        aria-label={t('simulator.faults.mendOne', { fault: label })}
        onClick={() => run.mutate({ do: 'setFault', name, on: false, ...(phone ? { phone } : {}) })}
      >
        {t('simulator.faults.mend')}
      </Button>
    </li>
  )
}
