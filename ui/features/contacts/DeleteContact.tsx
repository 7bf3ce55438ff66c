import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactRow } from '../../../src/contacts/contract'
import type { ContactDeletion } from '../../../src/tickets/contract'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { useCrud } from '../../shared/live/useCrud'
import { contactList, deleteContacts, fetchDeletion } from './api'
import { contactName } from './names'

/** Says what is deleted with the contact; refused while the contact has an open ticket. */
export function DeleteContact({ contact, onClose }: { contact: ContactRow; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(contactList)
  const holderText = useHolderText()
  const name = contactName({ contact })
  return (
    <DeleteDialog
      title={t('contacts.delete.title', { name })}
      confirm={t('contacts.delete.confirm')}
      done={t('contacts.delete.done', { name })}
      counts={() => fetchDeletion(contact.id)}
      onDelete={() => remove(contact.id)}
      onClose={onClose}
    >
      {(counts) => <p>{counts ? (holderText(counts) ?? lossText(t, counts)) : t('contacts.delete.text')}</p>}
    </DeleteDialog>
  )
}

/** Why the contact cannot be deleted now; undefined when it can. */
export function useHolderText() {
  const t = useText()
  return ({ holder }: Pick<ContactDeletion, 'holder'>): string | undefined => {
    if (holder?.user) return t('contacts.delete.heldBy', { user: holder.user.name })
    return holder ? t('contacts.delete.held') : undefined
  }
}

function lossText(t: Text, { tickets, messages }: ContactDeletion): string {
  if (tickets === 0) return t('contacts.delete.nothing')
  return `${t('contacts.delete.tickets', { count: tickets })} ${t('contacts.delete.messages', { count: messages })}`
}

const CONTACTS_PER_REQUEST = 500

/** Several at once: contacts with an open ticket stay. */
export function DeleteSeveral({ ids, onClose }: { ids: readonly number[]; onClose(): void }) {
  const t = useText()
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: async () => {
      let kept = 0
      for (let from = 0; from < ids.length; from += CONTACTS_PER_REQUEST)
        for (const { contactId, deleted } of await deleteContacts(ids.slice(from, from + CONTACTS_PER_REQUEST))) {
          if (deleted) changeLists(cache, contactList.key, { drop: contactId })
          else kept++
        }
      return kept
    },
    onSuccess: (kept) => {
      if (kept > 0) toast.warning(t('contacts.delete.kept', { count: kept }))
      else toast.success(t('contacts.delete.severalDone', { count: ids.length }))
    },
    onError: toast.failure,
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('contacts.delete.several', { count: ids.length })}
      confirm={t('contacts.delete.severalConfirm')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {t('contacts.delete.severalText')}
    </ConfirmDialog>
  )
}
