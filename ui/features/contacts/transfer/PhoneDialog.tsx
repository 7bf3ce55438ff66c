import { useMutation } from '@tanstack/react-query'
import type { ImportSummary } from '../../../../src/bulk-import/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { ErrorNote } from '../../../shared/kit/ErrorNote'
import { importFromPhone } from './api'

type Props = { what: 'book' | 'chats'; onBegun(run: ImportSummary): void; onClose(): void }

/** Explains what importing the phone's address book or chats does, before it starts. */
export function PhoneDialog({ what, onBegun, onClose }: Props) {
  const t = useText()
  const begin = useMutation({ mutationFn: () => importFromPhone(what), onSuccess: onBegun })
  return (
    <ConfirmDialog
      open
      tone="primary"
      onClose={onClose}
      title={t(what === 'book' ? 'contacts.transfer.book' : 'contacts.transfer.chats')}
      confirm={t('contacts.transfer.begin')}
      busy={begin.isPending}
      onConfirm={() => begin.mutate()}
    >
      <p>{t(what === 'book' ? 'contacts.transfer.bookText' : 'contacts.transfer.chatsText')}</p>
      {begin.error && <ErrorNote className="mt-3">{errorText(t, begin.error)}</ErrorNote>}
    </ConfirmDialog>
  )
}
