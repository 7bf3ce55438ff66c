import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { DurationField } from './DurationField'
import { NumberField } from './NumberField'
import { ScriptForm } from './ScriptForm'

/** Customers with a concern who write, send files, and answer the attendant. */
export function DayScript({ to, isLinked }: { to: string; isLinked: boolean }) {
  const t = useText()
  const run = useCommand()
  const [customers, setCustomers] = useState(12)
  const [seconds, setSeconds] = useState(300)
  const [patience, setPatience] = useState(8)
  return (
    <ScriptForm
      title={t('simulator.script.day.title')}
      text={t('simulator.script.day.text')}
      action={t('simulator.script.start')}
      busy={run.isPending}
      disabled={!isLinked}
      onStart={() => run.mutate({ do: 'day', to, customers, seconds, patience })}
    >
      <NumberField label={t('simulator.script.customers')} value={customers} max={500} onChange={setCustomers} />
      <DurationField label={t('simulator.script.within')} value={seconds} onChange={setSeconds} />
      <NumberField label={t('simulator.script.patience')} value={patience} max={120} onChange={setPatience} />
    </ScriptForm>
  )
}
