/** E-mails to the contact of a conversation: an item of its menu, and a part of the contact's pane. */
import { useNavigate } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { ContactEmail } from '../../../src/features/email/contract'
import { hasMenu } from '../../../src/tenancy/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { MenuItem } from '../../shared/kit/Menu'
import { useUser } from '../../shared/session/useUser'
import { useContact } from '../contacts/useContact'
import { useContactEmails } from './api'

const MENU = 28

/** Groups have no address, and a plan may leave e-mails out. */
function useOffersEmail({ isGroup }: TicketSummary): boolean {
  return hasMenu(useUser().company.plan, MENU) && !isGroup
}

function useWrite({ id, uuid, contactId }: TicketSummary) {
  const navigate = useNavigate()
  return () => void navigate({ to: '/Email', search: { contact: contactId, ticket: id, back: uuid } })
}

function EmailItem({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const write = useWrite(ticket)
  const isOffered = useOffersEmail(ticket)
  const { data: contact } = useContact(ticket.contactId, { enabled: isOffered })
  if (!isOffered) return null
  return (
    <MenuItem
      icon={<Mail />}
      hint={contact && !contact.email ? t('contactEmails.noAddress') : undefined}
      onSelect={write}
    >
      {t('contactEmails.send')}
    </MenuItem>
  )
}

const EmailPart = ({ ticket }: { ticket: TicketSummary }) =>
  useOffersEmail(ticket) ? <ContactEmails ticket={ticket} /> : null

/** The latest ones; whoever may open one finds it in the list of sent e-mails. */
function ContactEmails({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const write = useWrite(ticket)
  const { data } = useContactEmails(ticket.contactId)
  return (
    <div className="fold">
      <div className="fold-head">
        <span className="mr-auto">{t('contactEmails.title')}</span>
        <Button size="sm" tone="ghost" icon={<Mail />} onClick={write}>
          {t('contactEmails.send')}
        </Button>
      </div>
      {data && data.emails.length > 0 && (
        <ul className="grid gap-2 text-sm">
          {data.emails.map((email) => (
            <Line key={email.id} email={email} />
          ))}
        </ul>
      )}
      {data?.hasMore && <p className="mt-1 text-xs text-faint">{t('contactEmails.more')}</p>}
    </div>
  )
}

function Line({ email: { subject, user, sendAt, state, sent, failed } }: { email: ContactEmail }) {
  const t = useText()
  const { shortDateTime } = useFormat()
  const isLost = state === 'done' && failed > 0 && sent === 0
  return (
    <li className="flex items-baseline gap-2">
      <span className="two min-w-0 flex-1">
        <bdi className="truncate">{subject}</bdi>
        <small>
          {t('contactEmails.by', user)} · {t(`contactEmails.state.${isLost ? 'failed' : state}`)}
        </small>
      </span>
      <time className="text-xs text-faint" dateTime={sendAt}>
        {shortDateTime(sendAt)}
      </time>
    </li>
  )
}

export const deskParts: DeskParts = { MenuItems: EmailItem, Pane: EmailPart }
