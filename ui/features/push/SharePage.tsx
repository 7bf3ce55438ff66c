import './push.css'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai/react'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { TicketRoutes } from '../../../src/tickets/routes'
import { client, unwrap } from '../../shared/client'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { Loading } from '../../shared/kit/Loading'
import { SearchBox } from '../../shared/kit/SearchBox'
import { Skeleton } from '../../shared/kit/Skeleton'
import { usePageTitle } from '../../shared/usePageTitle'
import { contactName } from '../contacts/names'
import { readShared, type SharedItems, sharedAtom } from './shared'

const { tickets } = client<TicketRoutes>()

const sharedQuery = queryOptions({ queryKey: ['shared-files'], queryFn: readShared, staleTime: 0, gcTime: 0 })
const ownQuery = (text: string) =>
  queryOptions({
    queryKey: ['share-tickets', text],
    queryFn: ({ signal }) => {
      const search = text === '' ? {} : { searchParam: text }
      return unwrap(
        tickets.get({ query: { status: 'open', showAll: 'false', pageNumber: '1', ...search }, fetch: { signal } }),
      )
    },
    placeholderData: keepPreviousData,
  })

/** Files that came from another app of the phone: their conversation is chosen here, and its composer opens with them. */
export function SharePage() {
  const t = useText()
  usePageTitle(t('push.share.title'))
  const { data } = useQuery(sharedQuery)
  const isEmpty = data !== undefined && data.files.length === 0 && data.text === ''
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('push.share.title')}</h1>
        <span className="page-count">
          {data && data.files.length > 0
            ? t('push.share.files', { count: data.files.length })
            : data && !isEmpty && t('push.share.text')}
        </span>
      </div>
      <div className="page-body border-t border-line">
        {!data ? (
          <Loading className="grid gap-3 px-6 py-4">
            <Skeleton width="14rem" />
            <Skeleton width="22rem" />
          </Loading>
        ) : isEmpty ? (
          <EmptyState icon={<Share2 />} title={t('push.share.none')}>
            {t('push.share.noneText')}
          </EmptyState>
        ) : (
          <Choice shared={data} />
        )}
      </div>
    </main>
  )
}

function Choice({ shared }: { shared: SharedItems }) {
  const t = useText()
  const navigate = useNavigate()
  const put = useSetAtom(sharedAtom)
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(ownQuery(text))
  const choose = (ticket: TicketSummary) => {
    put({ ...shared, ticketId: ticket.id })
    void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid }, replace: true })
  }
  return (
    <div className="push-share">
      <p className="text-sm text-muted">{t('push.share.choose')}</p>
      <SearchBox label={t('push.share.search')} value={text} onSearch={setText} />
      {error && <ErrorState error={error} title={t('push.error')} onRetry={() => void refetch()} />}
      {data?.tickets.length === 0 && <p className="py-4 text-sm text-muted">{t('push.share.nobody')}</p>}
      <ul>
        {data?.tickets.map((ticket) => (
          <li key={ticket.id}>
            <button type="button" className="push-pick" onClick={() => choose(ticket)}>
              <Face name={contactName(ticket)} src={ticket.contact.profilePicUrl} size={2.25} />
              <span className="two min-w-0">
                <span className="truncate font-medium">{contactName(ticket)}</span>
                <small className="truncate">{ticket.queue?.name ?? ticket.lastMessage}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
