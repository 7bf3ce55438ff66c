import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContactSummary } from '../../../src/contacts/contract'
import { useText } from '../../shared/i18n/useText'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { toast } from '../../shared/kit/toast'
import { blockContact, showContact } from './api'
import { channelWithoutBlock } from './blocking'
import { contactName } from './names'

type BlockTarget = Pick<ContactSummary, 'id' | 'name' | 'number' | 'active' | 'isGroup' | 'idKind'>

/** Blocks an active contact, unblocks a blocked one, and confirms by toast. */
export function useBlock(onSettled = () => {}) {
  const t = useText()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (contact: BlockTarget) => blockContact(contact.id, !contact.active),
    onSuccess: (updated, contact) => {
      void showContact(cache, updated)
      const name = contactName({ contact })
      if (contact.isGroup) toast.success(t(updated.active ? 'contact.heeded' : 'contact.ignoredNow', { name }))
      else if (channelWithoutBlock(contact))
        toast.success(t(updated.active ? 'contact.heededHere' : 'contact.ignoredHereNow', { name }))
      else toast.success(t(updated.active ? 'contact.unblocked' : 'contact.blockedNow', { name }))
    },
    onError: toast.failure,
    onSettled,
  })
}

/** Confirms blocking a contact. */
export function BlockDialog({ contact, open, onClose }: { contact: BlockTarget; open: boolean; onClose(): void }) {
  const t = useText()
  const block = useBlock(onClose)
  const { isGroup } = contact
  const channel = channelWithoutBlock(contact)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(isGroup ? 'contact.ignoreTitle' : channel ? 'contact.ignoreHereTitle' : 'contact.blockTitle', {
        name: contactName({ contact }),
      })}
      confirm={t(isGroup ? 'contact.ignore' : channel ? 'contact.ignoreHere' : 'contact.block')}
      busy={block.isPending}
      onConfirm={() => block.mutate(contact)}
    >
      {channel
        ? t('contact.ignoreHereText', { channel: t(`common.channel.${channel}`) })
        : t(isGroup ? 'contact.ignoreText' : 'contact.blockText')}
    </ConfirmDialog>
  )
}
