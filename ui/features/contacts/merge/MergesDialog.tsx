import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RecentMerge } from '../../../../src/contacts/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { toast } from '../../../shared/kit/toast'
import { recentMergesQuery, undoMerge } from '../api'

/** Merges of the last thirty days, each with its undo; of one contact when opened from its row. */
export function MergesDialog({ contactId, onClose }: { contactId?: number | undefined; onClose(): void }) {
  const t = useText()
  const { data, error, refetch } = useQuery(recentMergesQuery)
  const shown = data?.filter(({ into }) => contactId === undefined || into.id === contactId)
  return (
    <Dialog open onClose={onClose} title={t('contacts.merge.recent')} size="md">
      <div className="dialog-body pt-0!">
        <p className="pb-3 text-sm text-muted">{t('contacts.merge.recentText')}</p>
        {!shown && !error && <Skeleton className="h-16" />}
        {!shown && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {shown?.length === 0 && <p className="text-sm text-muted">{t('contacts.merge.recentNone')}</p>}
        <ul className="grid gap-3">
          {shown?.map((merge) => (
            <Merge key={merge.id} merge={merge} />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Merge({ merge: { id, name, number, into, by, createdAt } }: { merge: RecentMerge }) {
  const t = useText()
  const format = useFormat()
  const cache = useQueryClient()
  const undo = useMutation({
    mutationFn: () => undoMerge(id),
    onSuccess: (contact) => {
      toast.success(t('contacts.merge.undone', { name: contact.name }))
      return cache.invalidateQueries({ queryKey: recentMergesQuery.queryKey })
    },
    onError: toast.failure,
  })
  const below = [number === null ? null : format.phone(number), by, format.dateTime(createdAt)]
  return (
    <li className="flex items-center gap-3 text-sm">
      <span className="two min-w-0 flex-1">
        <span className="truncate">{t('contacts.merge.into', { name, into: into.name })}</span>
        <small className="nums truncate">{below.filter(Boolean).join(' · ')}</small>
      </span>
      <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate()}>
        {t('common.undo')}
      </Button>
    </li>
  )
}
