import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shared/client'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { toast } from '../../shared/kit/toast'

/** Releases what a restored company holds back. The strip goes when the server says so. */
export function ReleaseButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const release = useMutation({
    mutationFn: () => call('POST', '/company/release', {}),
    onSuccess: () => toast.success(t('shell.releaseDone')),
    onError: toast.failure,
    onSettled: () => setOpen(false),
  })
  return (
    <>
      <button type="button" className="ml-auto shrink-0 underline underline-offset-2" onClick={() => setOpen(true)}>
        {t('shell.release')}
      </button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('shell.releaseTitle')}
        confirm={t('shell.release')}
        busy={release.isPending}
        onConfirm={() => release.mutate()}
      >
        {t('shell.releaseText')}
      </ConfirmDialog>
    </>
  )
}
