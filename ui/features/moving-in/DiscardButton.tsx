import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { toast } from '../../shared/kit/toast'
import { forgetSource, movingInQuery } from './api'

/** Gives an unfinished move up. */
export function DiscardButton() {
  const t = useText()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const forget = useMutation({
    mutationFn: forgetSource,
    onSuccess: (fresh) => queries.setQueryData(movingInQuery.queryKey, fresh),
    onError: toast.failure,
  })
  return (
    <div>
      <Button size="sm" tone="quiet" onClick={() => setAsking(true)}>
        {t('movingIn.ended.discard')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('movingIn.ended.discardTitle')}
        confirm={t('movingIn.source.giveUp')}
        busy={forget.isPending}
        onConfirm={() => forget.mutate()}
      >
        {t('movingIn.ended.discardText')}
      </ConfirmDialog>
    </div>
  )
}
