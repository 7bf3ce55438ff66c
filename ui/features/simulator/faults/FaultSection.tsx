import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Fault } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { catalogue, faultsOf, type Lasts, type Section } from './catalogue'
import { FaultSwitch } from './FaultSwitch'

type Props = {
  section: Section
  phone: string | null
  faults: readonly Fault[]
  lasts: Lasts
  /** Actions that happen once, above faults that last. */
  children?: ReactNode
}

/** One kind of fault, collapsed at first. */
export function FaultSection({ section, phone, faults, lasts, children }: Props) {
  const t = useText()
  const active = faults.filter(({ name }) => catalogue[name].section === section).length
  // The outage has a row of its own, with its duration.
  const names = faultsOf(section).filter((name) => name !== 'outage')
  return (
    <details className="breakage [&+&]:border-t [&+&]:border-line" open={section === 'network' || undefined}>
      <summary className="flex items-center gap-1.5 min-h-10 -mx-1.5 px-1.5 rounded-field type-sm font-semibold cursor-pointer list-none hover:bg-hover">
        <ChevronRight />
        {t(`simulator.section.${section}`)}
        {active > 0 && <span className="ticket-badge ml-auto">{active}</span>}
      </summary>
      {children}
      {names.map((name) => (
        <FaultSwitch key={name} name={name} phone={phone} faults={faults} lasts={lasts} />
      ))}
    </details>
  )
}
