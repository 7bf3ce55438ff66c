import { useId, useState } from 'react'
import type { Fault, FaultName } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Toggle } from '../../../shared/kit/Toggle'
import { useCommand } from '../useCommand'
import { amountText } from './amountText'
import { catalogue, type Lasts, limits } from './catalogue'

type Props = { name: FaultName; phone: string | null; faults: readonly Fault[]; lasts: Lasts }

/** A fault that lasts until it is switched off, with what the attendant should see of it. */
export function FaultSwitch({ name, phone, faults, lasts }: Props) {
  const t = useText()
  const format = useFormat()
  const id = useId()
  const run = useCommand()
  const { amount } = catalogue[name]
  const fault = faults.find((one) => one.name === name && (phone === null || one.phone === null || one.phone === phone))
  const [chosen, setChosen] = useState(amount?.choices[0])
  const value = fault?.value ?? chosen
  const set = (wanted: number | undefined) =>
    run.mutate({
      do: 'setFault',
      name,
      on: true,
      ...(amount && wanted !== undefined ? { value: wanted } : {}),
      ...(phone ? { phone } : {}),
      ...limits[lasts],
    })
  const mend = () => run.mutate({ do: 'setFault', name, on: false, ...(fault?.phone ? { phone: fault.phone } : {}) })
  return (
    <div className="fault" data-on={fault ? '' : undefined}>
      <label htmlFor={id}>{t(`simulator.faults.${name}`)}</label>
      <span className="fault-hand flex items-center gap-1.5 min-h-7.25">
        {amount && (
          <select
            className="select select-xs"
            aria-label={t('simulator.amount.of', { fault: t(`simulator.faults.${name}`) })}
            value={value}
            onChange={(event) => {
              setChosen(Number(event.target.value))
              if (fault) set(Number(event.target.value))
            }}
          >
            {amount.choices.map((one) => (
              <option key={one} value={one}>
                {amountText(t, format, amount.unit, one)}
              </option>
            ))}
          </select>
        )}
        <Toggle
          id={id}
          size="sm"
          aria-describedby={`${id}-expect`}
          checked={fault !== undefined}
          onChange={(on) => (on ? set(chosen) : mend())}
        />
      </span>
      <small id={`${id}-expect`}>{t(`simulator.expect.${name}`)}</small>
    </div>
  )
}
