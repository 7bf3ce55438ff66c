import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Info } from 'lucide-react'
import type { MovingRun } from '../../../src/operator/moving-in/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Note } from '../../shared/kit/Note'
import { toast } from '../../shared/kit/toast'
import { continueMove, movingInQuery } from './api'
import { refusalText } from './refusals'

/** Why a run has ended before its end, and the way on. */
export function EndedNote({ run }: { run: MovingRun }) {
  const t = useText()
  const queries = useQueryClient()
  const resume = useMutation({
    mutationFn: continueMove,
    onSuccess: (fresh) => queries.setQueryData(movingInQuery.queryKey, fresh),
    onError: toast.failure,
  })
  const { state, isDryRun, canContinue, refusal, problem } = run
  if (state === 'running' || state === 'done') return null
  const action = canContinue && (
    <Button size="sm" busy={resume.isPending} onClick={() => resume.mutate()}>
      {t(isDryRun ? 'movingIn.dry.dryRunAgain' : 'movingIn.ended.continue')}
    </Button>
  )
  if (state !== 'failed')
    return (
      <Note tone={state === 'stopped' ? 'info' : 'warning'} icon={<Info />} action={action} role="status">
        {t(
          state === 'stopped'
            ? isDryRun
              ? 'movingIn.ended.dryStopped'
              : 'movingIn.ended.stopped'
            : isDryRun
              ? 'movingIn.ended.dryKilled'
              : 'movingIn.ended.killed',
        )}
      </Note>
    )
  return (
    <Note tone="error" icon={<CircleAlert />} action={action} role="alert">
      <b className="block font-semibold">{t(isDryRun ? 'movingIn.ended.dryFailed' : 'movingIn.ended.failed')}</b>
      {refusal ? refusalText(t, refusal) : problem}
    </Note>
  )
}
