import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ContactDetail } from '../../../src/contacts/groups/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { showContact, toggleAudio, updateContact } from './api'
import { channelWithoutBlock } from './blocking'
import { BlockDialog, useBlock } from './useBlock'

/** Switches of a contact: whether audio is accepted, whether the contact is blocked. */
export function ContactSwitches({ contact }: { contact: ContactDetail }) {
  const t = useText()
  const cache = useQueryClient()
  const id = useId()
  const [asks, setAsks] = useState(false)
  const audio = useMutation({
    mutationFn: () => toggleAudio(contact.id),
    onSuccess: (updated) => void showContact(cache, updated),
    onError: toast.failure,
  })
  const bot = useMutation({
    mutationFn: () => updateContact(contact.id, { disableBot: !contact.disableBot }),
    onSuccess: (updated) => void showContact(cache, updated),
    onError: toast.failure,
  })
  const block = useBlock()
  const lacking = channelWithoutBlock(contact)
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
      {!contact.isGroup && (
        <div className="flex items-center justify-between gap-4 text-sm">
          <label htmlFor={`${id}-bot`} className="flex-1 cursor-pointer">
            {t('starting.bot')}
          </label>
          <Toggle
            size="sm"
            id={`${id}-bot`}
            checked={contact.disableBot === bot.isPending}
            onChange={() => bot.mutate()}
          />
        </div>
      )}
      {contact.active ? (
        <div className="flex flex-wrap gap-2">
          {lacking ? (
            <>
              <Button size="sm" disabled aria-describedby={`${id}-lack`}>
                {t('contact.block')}
              </Button>
              <Button size="sm" tone="ghost" onClick={() => setAsks(true)}>
                {t('contact.ignoreHere')}
              </Button>
              <p id={`${id}-lack`} className="basis-full text-xs text-faint">
                {t('contact.cannotBlock', { channel: t(`common.channel.${lacking}`) })}
              </p>
            </>
          ) : (
            <Button size="sm" onClick={() => setAsks(true)}>
              {t(contact.isGroup ? 'contact.ignore' : 'contact.block')}
            </Button>
          )}
        </div>
      ) : (
        <div className="flex items-center justify-between gap-4 text-sm">
          <span className="text-error-ink">
            {t(contact.isGroup ? 'contact.ignored' : lacking ? 'contact.ignoredHere' : 'contact.blocked')}
          </span>
          <Button size="sm" busy={block.isPending} onClick={() => block.mutate(contact)}>
            {t(lacking ? 'contact.heed' : 'contact.unblock')}
          </Button>
        </div>
      )}
      <BlockDialog contact={contact} open={asks} onClose={() => setAsks(false)} />
    </div>
  )
}
