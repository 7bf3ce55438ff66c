import { useId, useState } from 'react'
import type { SimulatorState } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'

/** How long each message takes to the company's device. Zero mends it. */
export function DelayFault({ state }: { state: SimulatorState }) {
  const t = useText()
  const id = useId()
  const run = useCommand()
  const [dragged, setDragged] = useState<number | null>(null)
  const set = Math.round((state.faults.find((fault) => fault.name === 'delay')?.value ?? 0) / 1000)
  const seconds = dragged ?? set
  const apply = () => {
    if (dragged === null) return
    const value = dragged * 1000
    run.mutate(
      { do: 'setFault', name: 'delay', on: value > 0, ...(value > 0 ? { value } : {}) },
      { onSettled: () => setDragged(null) },
    )
  }
  return (
    <div className="fault" data-on={set > 0 || undefined}>
      <label htmlFor={id}>{t('simulator.faults.delay')}</label>
      <span className="flex items-center gap-2">
        <input
          id={id}
          type="range"
          className="range range-xs range-primary w-20"
          min={0}
          max={10}
          value={seconds}
          aria-valuetext={t('simulator.faults.seconds', { count: seconds })}
          onChange={(event) => setDragged(Number(event.target.value))}
          onPointerUp={apply}
          onKeyUp={apply}
          onBlur={apply}
        />
        <b className="nums text-xs w-7 text-right">{t('simulator.faults.seconds', { count: seconds })}</b>
      </span>
    </div>
  )
}
