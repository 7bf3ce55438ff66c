import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { movingInQuery, stopMove } from './api'

/** The run ends behind its slice, so it is busy until the page hears so. */
export function StopButton() {
  const t = useText()
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: stopMove,
    onSuccess: (fresh) => queries.setQueryData(movingInQuery.queryKey, fresh),
    onError: toast.failure,
  })
  return (
    <Button
      className="ml-4 text-error-ink! max-lg:ml-auto"
      icon={<CircleStop />}
      busy={stop.isPending || stop.isSuccess}
      onClick={() => stop.mutate()}
    >
      {t(stop.isSuccess ? 'movingIn.run.stopping' : 'movingIn.run.stop')}
    </Button>
  )
}
