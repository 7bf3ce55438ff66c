import { useId } from 'react'
import type { FaultName, SimulatorState } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { useCommand } from '../useCommand'

/** Something that stays broken until it is switched off. */
export function FaultSwitch({ name, state }: { name: Exclude<FaultName, 'outage'>; state: SimulatorState }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  const on = state.faults.some((fault) => fault.name === name)
  return (
    <label htmlFor={id} className="fault" data-on={on || undefined}>
      <span>{t(`simulator.faults.${name}`)}</span>
      <Toggle id={id} size="sm" checked={on} onChange={(wanted) => run.mutate({ do: 'setFault', name, on: wanted })} />
    </label>
  )
}
