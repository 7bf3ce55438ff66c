import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FlaskConical, Webhook } from 'lucide-react'
import type { Trial, TrialName } from '../../../src/settings/operator/contract'
import { errorText } from '../../shared/errorText'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { loginAdvice } from '../../shared/mail/words'
import { tryOut } from './api'

/** Tests the stored settings and shows the other server's response. */
export function TestButton({ name }: { name: TrialName }) {
  const t = useText()
  const trial = useMutation({ mutationFn: () => tryOut(name) })
  return (
    <div className="mt-2 grid gap-3">
      <Button
        className="justify-self-start"
        icon={name === 'webhook' ? <Webhook /> : <FlaskConical />}
        busy={trial.isPending}
        onClick={() => trial.mutate()}
      >
        {t(`operatorSettings.trial.${name}`)}
      </Button>
      {trial.data && <Outcome name={name} outcome={trial.data} />}
      {trial.error && (
        <Note tone="error" icon={<CircleAlert />} role="alert">
          {errorText(t, trial.error)}
        </Note>
      )}
    </div>
  )
}

function Outcome({ name, outcome: { ok, fault, answer, code } }: { name: TrialName; outcome: Trial }) {
  const t = useText()
  if (ok)
    return (
      <Note tone="info" icon={<CircleCheck />} role="status">
        {t(`operatorSettings.trialDone.${name}`, { answer: answer ?? '' })}
        {code && <code className="mt-2 block text-xs break-all select-all">{code}</code>}
      </Note>
    )
  return (
    <Note tone="error" icon={<CircleAlert />} role="alert">
      {loginAdvice(t, fault, answer) ??
        t.find(`operatorSettings.fault.${fault}`) ??
        t('operatorSettings.fault.unknown')}
      {answer && <code className="mt-1 block text-xs break-all">{answer}</code>}
    </Note>
  )
}
