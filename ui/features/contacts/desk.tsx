/** In the contact's pane: the channels that reach the contact, and who else they may be. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link as LinkIcon, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contactDeleted, contactRestored } from '../../../src/contacts/contract'
import { contactsAlike, contactsKeptApart, type Identity } from '../../../src/features/contact-book/merging/contract'
import type { Door, TicketSummary } from '../../../src/tickets/contract'
import { mayAttend } from '../../../src/users/permissions'
import type { DeskParts } from '../../shared/deskParts'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ChannelIcon } from '../../shared/kit/ChannelIcon'
import { toast } from '../../shared/kit/toast'
import { lazyPart } from '../../shared/lazyPart'
import { useEvent } from '../../shared/live/useEvent'
import { useMay, useUser } from '../../shared/session/useUser'
import { mergesQuery } from './api'
import { useContinueOver, useDoors } from './doors'
import { identityQuery, keepApart } from './merge/api'
import { contactName } from './names'

const MergeDialog = lazyPart(() => import('./merge/MergeDialog').then((file) => file.MergeDialog))

type Other = Identity['likely'][number]['contact']

function Pane({ ticket }: { ticket: TicketSummary }) {
  const mayMerge = useMay()('contacts-page:mergeContacts')
  /** Null: chosen in the dialog. */
  const [merging, setMerging] = useState<{ readonly other: Other | null } | null>(null)
  useAnew(ticket)
  if (ticket.isGroup) return null
  return (
    <>
      {mayMerge && <Likely ticket={ticket} onCompare={(other) => setMerging({ other })} />}
      <Doors ticket={ticket} {...(mayMerge && { onJoin: () => setMerging({ other: null }) })} />
      {merging && (
        <Suspense>
          <MergeDialog contact={ticket.contact} other={merging.other ?? undefined} onClose={() => setMerging(null)} />
        </Suspense>
      )}
    </>
  )
}

/** A merge, and its undo, change who the contact is and where they are reached. */
function useAnew({ contactId }: TicketSummary) {
  const cache = useQueryClient()
  const read = (...ids: readonly (number | null | undefined)[]) => {
    if (!ids.includes(contactId)) return
    for (const queryKey of [['contacts', 'identity'], ['tickets', 'doors'], mergesQuery(contactId).queryKey])
      void cache.invalidateQueries({ queryKey })
  }
  useEvent(contactDeleted, ({ contactId: gone, mergedInto }) => read(gone, mergedInto))
  useEvent(contactRestored, ({ contactId: restored, mergedInto }) => read(restored, mergedInto))
  useEvent(contactsKeptApart, ({ contactIds }) => read(...contactIds))
  useEvent(contactsAlike, ({ contactIds }) => read(...contactIds))
}

/** Somebody who may be the same person; nobody is merged without a yes. */
function Likely({ ticket, onCompare }: { ticket: TicketSummary; onCompare(other: Other): void }) {
  const t = useText()
  const cache = useQueryClient()
  const query = identityQuery(ticket.contactId)
  const { data } = useQuery(query)
  const apart = useMutation({
    mutationFn: (id: number) => keepApart(ticket.contactId, id),
    onSuccess: () => cache.invalidateQueries({ queryKey: query.queryKey }),
    onError: toast.failure,
  })
  const [first] = data?.likely ?? []
  if (!first) return null
  const { contact, reason } = first
  return (
    <div className="mx-4 mb-4 flex gap-3 rounded-field bg-primary-soft p-3 text-sm">
      <UsersRound className="mt-px size-4 shrink-0 text-primary-ink" />
      <div className="min-w-0">
        <b className="block font-semibold">{t('contacts.doors.likely', { name: contactName({ contact }) })}</b>
        <p className="mt-0.5 text-muted">{t(`contacts.duplicates.reason.${reason}`)}</p>
        <div className="mt-2 flex gap-1">
          <Button size="sm" onClick={() => onCompare(contact)}>
            {t('contacts.doors.compare')}
          </Button>
          <Button
            size="sm"
            tone="ghost"
            className="text-muted"
            busy={apart.isPending}
            onClick={() => apart.mutate(contact.id)}
          >
            {t('contacts.doors.notSame')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Doors({ ticket, onJoin }: { ticket: TicketSummary; onJoin?: () => void }) {
  const t = useText()
  const doors = useDoors(ticket)
  if (!doors || doors.length === 0) return null
  return (
    <div className="fold">
      <div className="fold-head">
        {t('contacts.doors.title')}
        {onJoin && (
          <Button size="xs" tone="ghost" className="text-primary-ink" icon={<LinkIcon />} onClick={onJoin}>
            {t('contacts.doors.join')}
          </Button>
        )}
      </div>
      <ul className="grid gap-2 text-sm">
        {doors.map((door) => (
          <DoorLine key={door.whatsapp.id} door={door} ticket={ticket} />
        ))}
      </ul>
    </div>
  )
}

function DoorLine({ door: { whatsapp, address, state, mayWrite }, ticket }: { door: Door; ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const user = useUser()
  const goOn = useContinueOver(ticket)
  const isHere = whatsapp.id === ticket.whatsappId
  const mayGo = !isHere && state !== 'closed' && mayWrite && mayAttend({ ...user, userId: user.id }, ticket)
  const shown = address === null ? null : address.startsWith('@') ? address : format.phone(address)
  return (
    <li className="flex items-center gap-2.5">
      <ChannelIcon channel={whatsapp.channel} size="lg" />
      <span className="two min-w-0 flex-1">
        <span className="truncate">{shown ?? whatsapp.name}</span>
        <small className="truncate text-faint">{shown === null ? t('contacts.doors.unnamed') : whatsapp.name}</small>
      </span>
      {mayGo ? (
        <button
          type="button"
          className="link shrink-0 text-xs"
          aria-label={t('contacts.doors.go', { name: whatsapp.name })}
          title={t('contacts.doors.go', { name: whatsapp.name })}
          disabled={goOn.isPending}
          onClick={() => goOn.mutate(whatsapp.id)}
        >
          {t(`contacts.doors.${state}`)}
        </button>
      ) : (
        <span className={isHere ? 'shrink-0 text-xs font-medium text-primary-ink' : 'shrink-0 text-xs text-faint'}>
          {t(isHere ? 'contacts.doors.now' : `contacts.doors.${state}`)}
        </span>
      )}
    </li>
  )
}

export const deskParts: DeskParts = { Pane }
