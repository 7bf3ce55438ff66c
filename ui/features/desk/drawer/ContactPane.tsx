import { useAtomValue } from 'jotai/react'
import { Pencil, UsersRound, X } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import { identityOf } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { Face } from '../../../shared/kit/Face'
import { IconButton } from '../../../shared/kit/IconButton'
import { lazyPart } from '../../../shared/lazyPart'
import { ticketPartsAtom } from '../../../shared/ticketParts'
import { PHONE } from '../../../shared/useMedia'
import { ContactSwitches } from '../../contacts/ContactSwitches'
import { ExtraFacts } from '../../contacts/ExtraFacts'
import { GroupFacts } from '../../contacts/GroupFacts'
import { MergedFrom } from '../../contacts/MergedFrom'
import { useContactName } from '../../contacts/names'
import { PeopleList } from '../../contacts/PeopleList'
import { useContact } from '../../contacts/useContact'
import { Notes } from '../../notes/Notes'
import { useTicket } from '../useTicket'
import { AttendantMenu, QueueMenu } from './AssignmentMenus'
import { GalleryEntry } from './GalleryEntry'
import { OtherTickets } from './OtherTickets'
import { TicketLog } from './TicketLog'
import { useContactPane } from './useContactPane'

const ContactForm = lazyPart(() => import('../../contacts/ContactForm').then((file) => file.ContactForm))

/** The right pane: the contact, and the ticket's log. */
export function ContactPane({ uuid }: { uuid: string }) {
  const t = useText()
  const { data: ticket } = useTicket(uuid)
  const [, show] = useContactPane()
  const closer = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (matchMedia(PHONE).matches) closer.current?.focus()
  }, [])
  return (
    <aside className="desk-contact" data-open aria-label={t('messages.contactPane')}>
      <div className="pane-head">
        <h2 className="mr-auto font-semibold">{t(ticket?.isGroup ? 'tickets.group' : 'common.field.contact')}</h2>
        {ticket && <EditButton ticket={ticket} />}
        <IconButton ref={closer} label={`${t('common.close')} (Esc)`} onClick={() => show(false)}>
          <X />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">{ticket && <Details ticket={ticket} />}</div>
    </aside>
  )
}

function EditButton({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const { data: contact } = useContact(ticket.contactId)
  const [edits, setEdits] = useState(false)
  if (!contact) return null
  return (
    <>
      <IconButton label={t('contact.edit')} onClick={() => setEdits(true)}>
        <Pencil />
      </IconButton>
      <Suspense>{edits && <ContactForm contact={contact} onClose={() => setEdits(false)} />}</Suspense>
    </>
  )
}

function Details({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const parts = useAtomValue(ticketPartsAtom)
  const added = useAtomValue(deskPartsAtom)
  const format = useFormat()
  const name = useContactName(ticket)
  const { data: contact, error, refetch } = useContact(ticket.contactId)
  const { number, username } = ticket.contact
  const hasNumbers = capabilitiesOf(ticket.channel).addresses.includes('phone')
  return (
    <>
      <div className="flex items-center gap-3 p-4">
        <Face
          name={name}
          src={ticket.contact.profilePicUrl}
          size={3.5}
          icon={ticket.isGroup ? <UsersRound /> : undefined}
        />
        <div className="min-w-0 select-text">
          <p className="line-clamp-3 font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">
            {ticket.isGroup
              ? contact && t('contact.groupFacts.participants', { count: contact.participants.length })
              : (identityOf(ticket.contact, format.phone) ?? t(hasNumbers ? 'contact.hidden' : 'contact.noNumber'))}
          </p>
          {number !== null && username !== null && <p className="text-sm text-muted">@{username}</p>}
          {contact && !ticket.isGroup && (
            <p className="text-xs text-faint">{t('tickets.contact.since', { date: format.date(contact.createdAt) })}</p>
          )}
        </div>
      </div>
      {parts.map(({ name, Facts }) => Facts && <Facts key={name} ticket={ticket} />)}
      <div className="fold">
        <dl className="facts">
          {contact?.email && (
            <>
              <dt>{t('common.field.email')}</dt>
              <dd className="select-text">{contact.email}</dd>
            </>
          )}
          {contact && <ExtraFacts contact={contact} />}
          <dt>{t('tickets.contact.queue')}</dt>
          <dd>
            <QueueMenu ticket={ticket} />
          </dd>
          <dt>{t('tickets.contact.attendant')}</dt>
          <dd>
            <AttendantMenu ticket={ticket} />
          </dd>
          <dt>{t('common.field.connection')}</dt>
          <dd>{ticket.whatsapp.name}</dd>
        </dl>
      </div>
      {added.map(({ name, Pane }) => Pane && <Pane key={name} ticket={ticket} />)}
      <Notes ticket={ticket} />
      <GalleryEntry ticket={ticket} />
      {error && !contact && <ErrorState error={error} onRetry={() => void refetch()} />}
      {contact && (
        <>
          <ContactSwitches contact={contact} />
          {contact.isGroup && <GroupFacts group={contact} />}
          {contact.groups.length > 0 && (
            <PeopleList
              areGroups
              title={t('contact.groupFacts.groups', { count: contact.groups.length })}
              people={contact.groups.map(({ id, name, profilePicUrl }) => ({
                id,
                name,
                identity: null,
                picture: profilePicUrl,
                mark: null,
              }))}
            />
          )}
          <MergedFrom contactId={contact.id} />
        </>
      )}
      <OtherTickets ticket={ticket} />
      <TicketLog ticket={ticket} />
    </>
  )
}
