import './moments.css'
import { Link } from '@tanstack/react-router'
import { Maximize, Minimize, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MOST_MOMENTS, type Moment } from '../../../src/features/live-wall/contract'
import { ticketTab } from '../../../src/tickets/contract'
import { ChannelFilter, QueueFilter, useConnections, useQueues } from '../../shared/figures/places'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Face } from '../../shared/kit/Face'
import { Loading } from '../../shared/kit/Loading'
import { QueueChip } from '../../shared/kit/QueueChip'
import { Segment } from '../../shared/kit/Segment'
import { Skeleton } from '../../shared/kit/Skeleton'
import { StaleNote } from '../../shared/kit/StaleNote'
import { useLiveState } from '../../shared/live/LiveProvider'
import { useLiveList } from '../../shared/live/useLiveList'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay } from '../../shared/session/useUser'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import { Presence } from '../directory/Presence'
import { Waiting } from '../messages/Waiting'
import { liveMoments } from './api'
import { MOST_ROWS, type Person, type PersonState, type QueueState, ticketsOn, type Wall, wallOf } from './spec'
import { MomentsView } from './view'

/** The live wall: the current state, for a screen on the wall. */
export function MomentsPage() {
  return useMay()('moments:view') ? <LiveWall /> : <RefusedPage needs="moments:view" />
}

function LiveWall() {
  const t = useText()
  usePageTitle(t('moments.title'))
  const { number } = useFormat()
  const view = useView(MomentsView)
  const page = useRef<HTMLElement>(null)
  const { items, extra, isLoaded, error, retry } = useLiveList(liveMoments, { refetchOnMount: 'always' })
  const queues = useQueues()
  const people = (extra?.users ?? []).filter(isKnown)
  const { channel } = view.now
  const tickets = ticketsOn(items, useConnections(), channel)
  const wall = wallOf(tickets, people, { queues, queue: view.now.queue })
  const total = extra?.total ?? 0
  return (
    <main className="main page bg-base-100" ref={page}>
      <div className="page-head">
        <h1 className="page-title">{t('moments.title')}</h1>
        <LiveMark />
        <QueueFilter now={view.now} change={({ queue }) => view.change({ queue })} />
        <ChannelFilter channel={channel} onChange={(channel) => view.change({ channel })} />
        <Segment
          label={t('moments.by')}
          value={view.now.by ?? 'person'}
          onChange={(by) => view.change({ by: by === 'queue' ? 'queue' : undefined })}
          items={[
            { id: 'person', label: t('moments.byPerson') },
            { id: 'queue', label: t('moments.byQueue') },
          ]}
        />
        <FullScreen of={page} />
      </div>
      {error && !isLoaded && <ErrorState error={error} title={t('moments.failed')} onRetry={retry} />}
      {error && isLoaded && <StaleNote onRetry={retry} />}
      {!isLoaded && !error && (
        <Loading className="grid gap-4 p-6">
          <Skeleton className="h-24" />
          <Skeleton className="h-96" />
        </Loading>
      )}
      {isLoaded && (
        <>
          {total > MOST_MOMENTS && (
            <p className="px-6 pb-2 text-sm text-warning-ink">
              {t('moments.cut', { total: number(total), most: number(MOST_MOMENTS) })}
            </p>
          )}
          <section
            className="wall-queues grid grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] border-y border-line flex-none max-md:grid-cols-2"
            aria-label={t('moments.queues')}
          >
            {wall.queues.map((state) => (
              <QueueFigure key={state.queue?.id ?? 0} {...state} />
            ))}
          </section>
          <div className="flex-1 min-h-0 grid grid-cols-[19rem_minmax(0,1fr)] max-lg:grid-cols-[16rem_minmax(0,1fr)] max-md:block max-md:overflow-y-auto">
            <WaitingPane wall={wall} />
            <section className="min-h-0 overflow-y-auto max-md:overflow-visible" aria-label={t('moments.people')}>
              {view.now.by === 'queue' ? (
                <QueueCells wall={wall} tickets={tickets} />
              ) : (
                <PersonCells busy={wall.busy} />
              )}
            </section>
          </div>
        </>
      )}
    </main>
  )
}

/** An event may arrive before the user's first row. */
const isKnown = (one: Partial<Person>): one is Person => one.queueIds !== undefined

function LiveMark() {
  const t = useText()
  const isLive = useLiveState() === 'live'
  return (
    <span className="live" data-off={isLive ? undefined : true} role="status">
      {t(isLive ? 'moments.live' : 'moments.notLive')}
    </span>
  )
}

function FullScreen({ of }: { of: React.RefObject<HTMLElement | null> }) {
  const t = useText()
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  const toggle = () => void (isFull ? document.exitFullscreen() : of.current?.requestFullscreen())
  return (
    <Button onClick={toggle} className="max-sm:hidden">
      {isFull ? <Minimize /> : <Maximize />}
      {t(isFull ? 'moments.leaveFullScreen' : 'moments.fullScreen')}
    </Button>
  )
}

/** The number of contacts waiting in a queue, and the longest wait. */
function QueueFigure({ queue, waiting, bot, open, online }: QueueState) {
  const t = useText()
  const { number } = useFormat()
  return (
    <div>
      <QueueChip queue={queue} />
      <span className="wall-count flex flex-wrap items-baseline gap-y-0 gap-x-2 text-[0.9375rem]">
        <b className="text-2xl font-semibold tracking-[-0.02em] text-base-content tabular-nums">
          {number(waiting.length)}
        </b>{' '}
        {t('moments.waiting')}
        <Waiting since={waiting[0]?.waitingSince ?? null} />
      </span>
      <span>
        {queue === null
          ? t('moments.open', { open: number(open) })
          : t('moments.openAnd', { open: number(open), count: online })}
      </span>
      {bot > 0 && <span>{t('moments.botIn', { n: number(bot) })}</span>}
    </div>
  )
}

function WaitingPane({ wall: { waiting, bot, idle } }: { wall: Wall }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section
      className="wall-wait border-r border-line px-2 pt-2 pb-4 bg-base-200 min-h-0 overflow-y-auto max-md:border-r-0 max-md:border-b max-md:border-b-line max-md:overflow-visible"
      aria-label={t('moments.list')}
    >
      <h2 className="wall-title">
        {t('moments.list')} <small>{number(waiting.length)}</small>
      </h2>
      {waiting.length === 0 && <p>{t('moments.nobody')}</p>}
      <ul>
        {waiting.map((ticket) => (
          <li key={ticket.id} className="wall-row wall-row-tall">
            <Face name={ticket.contact.name} src={ticket.contact.profilePicUrl} size={2} />
            <div className="grid justify-items-start gap-0.5 min-w-0">
              <TicketLink ticket={ticket} />
              <QueueChip queue={ticket.queue} />
            </div>
            <Waiting since={ticket.waitingSince} />
          </li>
        ))}
      </ul>
      {bot.length > 0 && (
        <>
          <h2 className="wall-title">
            {t('moments.bot')} <small>{number(bot.length)}</small>
          </h2>
          <Rows tickets={bot} />
        </>
      )}
      {idle.length > 0 && (
        <>
          <h2 className="wall-title">
            {t('moments.idle')} <small>{number(idle.length)}</small>
          </h2>
          <ul>
            {idle.map((person) => (
              <li key={person.id} className="wall-idle flex items-center gap-2 min-h-9 px-3 type-sm">
                <Face name={person.name} size={1.5} />
                <span className="truncate">{person.name}</span>
                <PersonPresence person={person} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const TicketLink = ({ ticket: { uuid, contact } }: { ticket: Moment }) => (
  <Link to="/tickets/{-$ticketId}" params={{ ticketId: uuid }} search={{}}>
    {contact.name}
  </Link>
)

function PersonPresence({ person: { online, status } }: { person: Person }) {
  const t = useText()
  return online ? (
    <Presence status={status} />
  ) : (
    <span className="state state-away text-faint">{t('moments.offline')}</span>
  )
}

function PersonCells({ busy }: { busy: readonly PersonState[] }) {
  const t = useText()
  const { number } = useFormat()
  if (busy.length === 0)
    return (
      <EmptyState heading="h2" icon={<UsersRound />} title={t('moments.noneBusy')}>
        {t('moments.noneBusyText')}
      </EmptyState>
    )
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(20.5rem,1fr))] auto-rows-[minmax(min-content,max-content)] content-start max-md:grid-cols-1">
      {busy.map(({ person, tickets }) => {
        const { conversationLimit: limit } = person
        return (
          <li key={person.id} className="px-5 pt-3.5 pb-3 shadow-[inset_-1px_-1px_0_var(--line)] min-w-0">
            <div className="wall-head grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 mb-2">
              <Face name={person.name} size={2.25} />
              <div className="min-w-0">
                <b className="block font-semibold type-base truncate">{person.name}</b>
                <PersonPresence person={person} />
              </div>
              <span
                className="type-lg font-[650] tabular-nums data-full:text-warning-ink"
                data-full={limit !== null && tickets.length >= limit ? true : undefined}
              >
                {number(tickets.length)}
                {limit !== null && <small className="type-xs font-medium text-faint">/{number(limit)}</small>}
              </span>
            </div>
            <Rows tickets={tickets} />
          </li>
        )
      })}
    </ul>
  )
}

function QueueCells({ wall, tickets }: { wall: Wall; tickets: readonly Moment[] }) {
  const { number } = useFormat()
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(20.5rem,1fr))] auto-rows-[minmax(min-content,max-content)] content-start max-md:grid-cols-1">
      {wall.queues.map(({ queue, waiting, open }) => (
        <li key={queue?.id ?? 0} className="px-5 pt-3.5 pb-3 shadow-[inset_-1px_-1px_0_var(--line)] min-w-0">
          <div className="wall-head grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2.5 mb-2">
            <QueueChip queue={queue} />
            <span />
            <span className="type-lg font-[650] tabular-nums">{number(waiting.length + open)}</span>
          </div>
          <Rows
            tickets={tickets.filter((ticket) => !isOfBot(ticket) && (ticket.queue?.id ?? 0) === (queue?.id ?? 0))}
            isOfQueue
          />
        </li>
      ))}
    </ul>
  )
}

const isOfBot = (ticket: Moment) => ticketTab(ticket) === 'bot'

/** The most urgent ones. */
function Rows({ tickets, isOfQueue = false }: { tickets: readonly Moment[]; isOfQueue?: boolean }) {
  const t = useText()
  const { number } = useFormat()
  const rest = tickets.slice(MOST_ROWS)
  const words = { n: number(rest.length), count: rest.length }
  return (
    <>
      <ul>
        {tickets.slice(0, MOST_ROWS).map((ticket) => (
          <li key={ticket.id} className="wall-row">
            <TicketLink ticket={ticket} />
            {isOfQueue ? (
              <span className="truncate text-faint">{ticket.user?.name ?? t('moments.waiting')}</span>
            ) : (
              <QueueChip queue={ticket.queue} />
            )}
            <Waiting since={ticket.waitingSince} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="wall-more">
          {t(
            rest.every((one) => one.waitingSince === null && !isOfBot(one)) ? 'moments.moreAnswered' : 'moments.more',
            words,
          )}
        </p>
      )}
    </>
  )
}
