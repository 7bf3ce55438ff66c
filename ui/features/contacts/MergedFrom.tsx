import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MergeSummary } from '../../../src/contacts/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { toast } from '../../shared/kit/toast'
import { useMay } from '../../shared/session/useUser'
import { mergesQuery, undoMerge } from './api'

/** Records merged into this contact; people with permission can separate them again. */
export function MergedFrom({ contactId }: { contactId: number }) {
  const t = useText()
  const format = useFormat()
  const may = useMay()
  const { data: merges } = useQuery({ ...mergesQuery(contactId), enabled: may('contacts-page:mergeContacts') })
  const [chosen, setChosen] = useState<MergeSummary | null>(null)
  if (!merges?.length) return null
  return (
    <div className="fold">
      <div className="fold-head">{t('contact.merged')}</div>
      <ul className="grid gap-2 text-sm">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate">
              {merge.name}{' '}
              <span className="text-xs text-faint">{merge.number === null ? '' : format.phone(merge.number)}</span>
              {merge.by !== null && (
                <span className="block text-xs text-faint">{t('contact.mergedBy', { by: merge.by })}</span>
              )}
            </span>
            <button type="button" className="link shrink-0 text-xs" onClick={() => setChosen(merge)}>
              {t('contact.undo')}
            </button>
          </li>
        ))}
      </ul>
      {chosen && <Apart merge={chosen} contactId={contactId} onClose={() => setChosen(null)} />}
    </div>
  )
}

function Apart({ merge, contactId, onClose }: { merge: MergeSummary; contactId: number; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const undo = useMutation({
    mutationFn: () => undoMerge(merge.id),
    onSuccess: async ({ name }) => {
      await cache.invalidateQueries({ queryKey: mergesQuery(contactId).queryKey })
      toast.success(t('contact.undone', { name }))
    },
    onError: toast.failure,
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      tone="primary"
      onClose={onClose}
      title={t('contact.undoTitle', { name: merge.name })}
      confirm={t('contact.undo')}
      busy={undo.isPending}
      onConfirm={() => undo.mutate()}
    >
      {t('contact.undoText', { count: merge.tickets })}
    </ConfirmDialog>
  )
}
