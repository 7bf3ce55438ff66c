import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { DurationField } from './DurationField'
import { NumberField } from './NumberField'
import { ScriptForm } from './ScriptForm'

/** "20 customers write in the next minute." */
export function CrowdScript({ to, isLinked }: { to: string; isLinked: boolean }) {
  const t = useText()
  const run = useCommand()
  const [customers, setCustomers] = useState(20)
  const [each, setEach] = useState(2)
  const [seconds, setSeconds] = useState(60)
  return (
    <ScriptForm
      title={t('simulator.script.crowd.title')}
      text={t('simulator.script.crowd.text')}
      action={t('simulator.script.start')}
      busy={run.isPending}
      disabled={!isLinked}
      onStart={() => run.mutate({ do: 'crowd', to, customers, messages: customers * each, seconds })}
    >
      <NumberField label={t('simulator.script.customers')} value={customers} max={500} onChange={setCustomers} />
      <NumberField label={t('simulator.script.each')} value={each} max={20} onChange={setEach} />
      <DurationField label={t('simulator.script.within')} value={seconds} onChange={setSeconds} />
    </ScriptForm>
  )
}
