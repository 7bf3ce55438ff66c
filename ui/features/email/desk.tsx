/** E-mails to the contact of a conversation: an item of its menu, and a part of the contact's pane. */
import { Link, useNavigate } from '@tanstack/react-router'
import { Mail, Reply } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EmailAnswerHead } from '../../../src/features/email/answers/contract'
import { CONTACT_EMAILS, type ContactEmail, manageEmails } from '../../../src/features/email/contract'
import { hasMenu } from '../../../src/tenancy/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { DeskParts } from '../../shared/deskParts'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { MenuItem } from '../../shared/kit/Menu'
import { useMay, useUser } from '../../shared/session/useUser'
import { useContact } from '../contacts/useContact'
import { nameOf } from './answers/words'
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

type Entry = { readonly at: string } & ({ readonly email: ContactEmail } | { readonly answer: EmailAnswerHead })

/** E-mails and answers, the latest first. Whoever may read one opens it from here. */
function ContactEmails({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const write = useWrite(ticket)
  const { sent, answers = [] } = useContactEmails(ticket.contactId)
  const all: Entry[] = [
    ...(sent?.emails ?? []).map((email) => ({ at: email.sendAt, email })),
    ...answers.map((answer) => ({ at: answer.receivedAt, answer })),
  ]
  const entries = all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  return (
    <div className="fold">
      <div className="fold-head">
        <span className="mr-auto">{t('contactEmails.title')}</span>
        <Button size="sm" tone="ghost" icon={<Mail />} onClick={write}>
          {t('contactEmails.send')}
        </Button>
      </div>
      {entries.length > 0 && (
        <ul className="grid gap-2 text-sm">
          {entries
            .slice(0, CONTACT_EMAILS)
            .map((entry) =>
              'email' in entry ? (
                <Sent key={`email ${entry.email.id}`} email={entry.email} />
              ) : (
                <Answered key={`answer ${entry.answer.id}`} answer={entry.answer} />
              ),
            )}
        </ul>
      )}
      {(sent?.hasMore || entries.length > CONTACT_EMAILS) && (
        <p className="mt-1 text-xs text-faint">{t('contactEmails.more')}</p>
      )}
    </div>
  )
}

function Sent({ email: { id, subject, user, sendAt, state, sent, failed } }: { email: ContactEmail }) {
  const t = useText()
  const may = useMay()
  const isOwn = user.id === useUser().id
  const isLost = state === 'done' && failed > 0 && sent === 0
  return (
    <Line
      at={sendAt}
      subject={subject}
      list={state === 'scheduled' ? '/EmailsAgendado' : '/EmailLis'}
      opens={isOwn || may(manageEmails) ? id : undefined}
    >
      {t('contactEmails.by', user)} · {t(`contactEmails.state.${isLost ? 'failed' : state}`)}
    </Line>
  )
}

function Answered({ answer }: { answer: EmailAnswerHead }) {
  const t = useText()
  const { receivedAt, subject, preview, threadId, isRead } = answer
  return (
    <Line at={receivedAt} subject={subject} list="/EmailLis" opens={threadId} isNew={!isRead}>
      <Reply className="inline size-3.5! mr-1" aria-hidden="true" />
      {t('contactEmails.from', { name: nameOf(t, answer), text: preview })}
    </Line>
  )
}

type LineProps = {
  at: string
  subject: string
  list: '/EmailLis' | '/EmailsAgendado'
  opens: number | undefined
  isNew?: boolean
  children: ReactNode
}

function Line({ at, subject, list, opens, isNew = false, children }: LineProps) {
  const { shortDateTime } = useFormat()
  const words = <bdi className={isNew ? 'truncate font-semibold' : 'truncate'}>{subject}</bdi>
  return (
    <li className="flex items-baseline gap-2">
      <span className="two min-w-0 flex-1">
        {opens === undefined ? (
          words
        ) : (
          <Link to={list} search={{ open: opens }} className="link-hover min-w-0 truncate">
            {words}
          </Link>
        )}
        <small className="line-clamp-2">{children}</small>
      </span>
      <time className="text-xs text-faint" dateTime={at}>
        {shortDateTime(at)}
      </time>
    </li>
  )
}

export const deskParts: DeskParts = { MenuItems: EmailItem, Pane: EmailPart }
