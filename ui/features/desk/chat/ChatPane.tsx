import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { SearchX } from 'lucide-react'
import { ApiError } from '../../../shared/client'
import { useText } from '../../../shared/i18n/useText'
import { buttonClass } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { MessageSkeleton } from '../../messages/conversation/MessageSkeleton'
import { Gate } from '../gate/Gate'
import { previewedAtom } from '../useDesk'
import { useTicket } from '../useTicket'
import { BackToList, ChatHead } from './ChatHead'
import { Conversation } from './Conversation'

/** The middle pane: the conversation of one ticket, or why it cannot be shown. */
export function ChatPane({ uuid }: { uuid: string }) {
  const t = useText()
  const { data, error, refetch } = useTicket(uuid)
  // The server says that it is no longer visible: the cached version must not be shown either.
  const isHidden = error instanceof ApiError && error.status === 404
  const ticket = data && isHidden ? null : data
  const name = ticket?.contact.name
  const previewed = useAtomValue(previewedAtom)
  return (
    <section className="desk-chat" aria-label={name ? t('messages.with', { name }) : t('messages.title')}>
      {ticket && <ChatHead ticket={ticket} />}
      {ticket &&
        (ticket.status === 'pending' && !ticket.isGroup && ticket.id !== previewed ? (
          <Gate key={ticket.id} ticket={ticket} />
        ) : (
          <Conversation key={ticket.id} ticket={ticket} />
        ))}
      {ticket === undefined && !isHidden && (
        <>
          <div className="pane-head">
            <BackToList />
          </div>
          {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Coming />}
        </>
      )}
      {ticket === undefined && isHidden && <Gone text={t('tickets.notFound')}>{t('tickets.notFoundText')}</Gone>}
      {ticket === null && <Gone text={t('tickets.left')} />}
    </section>
  )
}

/** The ticket is being loaded. */
function Coming() {
  return (
    <div className="chat-floor">
      <MessageSkeleton />
    </div>
  )
}

function Gone({ text, children }: { text: string; children?: string }) {
  const t = useText()
  return (
    <EmptyState
      icon={<SearchX />}
      title={text}
      actions={
        <Link to="/tickets/{-$ticketId}" params={{ ticketId: undefined }} className={buttonClass('plain', 'sm')}>
          {t('messages.back')}
        </Link>
      }
    >
      {children}
    </EmptyState>
  )
}
