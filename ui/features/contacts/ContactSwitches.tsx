import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { blockContact, showContact, toggleAudio } from './api'

/** Switches of a contact: whether audio is accepted, whether the contact is blocked. */
export function ContactSwitches({ contact }: { contact: ContactDetail }) {
  const t = useText()
  const cache = useQueryClient()
  const id = useId()
  const [asks, setAsks] = useState(false)
  const options = {
    onSuccess: (told: Parameters<typeof showContact>[1]) => void showContact(cache, told),
    onError: toast.failure,
  }
  const audio = useMutation({ mutationFn: () => toggleAudio(contact.id), ...options })
  const block = useMutation({
    mutationFn: () => blockContact(contact.id, !contact.active),
    ...options,
    onSettled: () => setAsks(false),
  })
  return (
    <div className="fold grid gap-3">
      {!contact.isGroup && (
        <div className="flex items-center justify-between gap-4 text-sm">
          <label htmlFor={id} className="flex-1 cursor-pointer">
            {t('contact.audio')}
          </label>
          <Toggle
            size="sm"
            id={id}
            checked={contact.acceptAudioMessage !== audio.isPending}
            onChange={() => audio.mutate()}
          />
        </div>
      )}
      {contact.active ? (
        <Button size="sm" className="justify-self-start" onClick={() => setAsks(true)}>
          {t(contact.isGroup ? 'contact.ignore' : 'contact.block')}
        </Button>
      ) : (
        <div className="flex items-center justify-between gap-4 text-sm">
          <span className="text-error-ink">{t(contact.isGroup ? 'contact.ignored' : 'contact.blocked')}</span>
          <Button size="sm" busy={block.isPending} onClick={() => block.mutate()}>
            {t('contact.unblock')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t(contact.isGroup ? 'contact.ignoreTitle' : 'contact.blockTitle', {
          name: contact.name,
        })}
        confirm={t(contact.isGroup ? 'contact.ignore' : 'contact.block')}
        busy={block.isPending}
        onConfirm={() => block.mutate()}
      >
        {t(contact.isGroup ? 'contact.ignoreText' : 'contact.blockText')}
      </ConfirmDialog>
    </div>
  )
}
