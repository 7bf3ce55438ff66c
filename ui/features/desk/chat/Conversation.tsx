import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useDays } from '../../../shared/i18n/useDays'
import { classes } from '../../../shared/kit/classes'
import { ErrorState } from '../../../shared/kit/ErrorState'
import { lazyPart } from '../../../shared/lazyPart'
import { useLive, useLiveState } from '../../../shared/live/LiveProvider'
import { OfflineNotice } from '../../../shared/live/OfflineNotice'
import { useLiveList } from '../../../shared/live/useLiveList'
import { useUser } from '../../../shared/session/useUser'
import { PHONE, useMedia } from '../../../shared/useMedia'
import { threadSpec } from '../../messages/api'
import { MarkedContext } from '../../messages/bubble/MarkedText'
import { WriteTo } from '../../messages/bubble/RichText'
import { MessageList } from '../../messages/conversation/MessageList'
import { MessageSkeleton } from '../../messages/conversation/MessageSkeleton'
import { NewsRegion } from '../../messages/conversation/NewsRegion'
import { useUnread } from '../../messages/conversation/unread'
import type { JumpTarget } from '../../messages/conversation/useJump'
import { conversationItems, type TicketBoundary } from '../../messages/rules/conversation'
import type { MarkedText } from '../../messages/rules/marks'
import { withOutgoing } from '../../messages/rules/outgoing'
import { useOutgoing, useShowsRefused } from '../../messages/sending/SendingProvider'
import { messageDialogAtom } from '../../messages/state'
import { PlayerProvider } from '../../messages/voice/Player'
import { Composer } from '../composer/Composer'
import { useCommand } from '../keys/useShortcuts'
import { isAttended, watchLook } from '../rules/presence'
import { arrivalAtom, arrivalMarksAtom, findingAtom } from '../useDesk'
import { DropZone } from './DropZone'
import { FIND_BOX } from './findBox'
import { useReading } from './useReading'

const FindBar = lazyPart(() => import('./FindBar').then((file) => file.FindBar))

const noBoundaries: readonly TicketBoundary[] = []

/** Messages and composer of one ticket. */
export function Conversation({ ticket }: { ticket: TicketSummary }) {
  const days = useDays()
  const user = useUser()
  const thread = useLiveList(threadSpec(ticket), { refetchOnMount: 'always' })
  const outgoing = useOutgoing(ticket.id)
  const [wanted, want] = useWanted(ticket.id)
  const [isFinding, endFinding] = useFinding(ticket.id)
  const show = useSetAtom(messageDialogAtom)
  const writeTo = useCallback((number: string) => show({ what: 'write', name: '', number }), [show])
  const [found, setFound] = useState<MarkedText | null>(null)
  const arrivalMarks = useAtomValue(arrivalMarksAtom)
  const parts = useAtomValue(deskPartsAtom)
  useReading(ticket, thread.isLoaded)
  useLooking(ticket)
  useShowsRefused(ticket.id)
  const boundaries = thread.extra?.boundaries ?? noBoundaries
  const { count, unread } = useUnread(ticket, thread.items)
  const items = useMemo(() => {
    const lines = withOutgoing(thread.items.toReversed(), outgoing, user)
    return conversationItems(lines, { dayOf: (at) => days.key(at), boundaries, hasOlder: thread.hasMore, unread })
  }, [thread.items, thread.hasMore, outgoing, boundaries, unread, user, days])
  return (
    <PlayerProvider messages={thread.items}>
      <WriteTo value={writeTo}>
        <DropZone ticket={ticket}>
          {isFinding && (
            <Suspense>
              <FindBar
                ticketId={ticket.id}
                goTo={(id) => want({ id, pages: 0 })}
                onMark={setFound}
                onClose={endFinding}
              />
            </Suspense>
          )}
          <div className={classes('chat-floor', !thread.isLoaded && thread.error && 'grid')}>
            {thread.isLoaded && (
              <MarkedContext value={(isFinding ? found : null) ?? arrivalMarks}>
                <MessageList
                  ticket={ticket}
                  wanted={wanted}
                  want={want}
                  items={items}
                  unreadCount={count}
                  hasOlder={thread.hasMore}
                  isLoadingOlder={thread.isLoadingMore}
                  loadOlder={thread.loadMore}
                  loadFar={thread.loadFar}
                />
              </MarkedContext>
            )}
            {!thread.isLoaded && !thread.error && <MessageSkeleton />}
            {!thread.isLoaded && thread.error && <ErrorState error={thread.error} onRetry={thread.retry} />}
          </div>
          <OfflineLine />
          {parts.map(({ name, Above }) => Above && <Above key={name} ticket={ticket} />)}
          <Composer ticket={ticket} />
        </DropZone>
        <NewsRegion ticket={ticket} />
      </WriteTo>
    </PlayerProvider>
  )
}

/** The message to scroll to: one chosen here, or the one from elsewhere to open at. */
function useWanted(ticketId: number): [JumpTarget | null, (next: JumpTarget | null) => void] {
  const [arrival, setArrival] = useAtom(arrivalAtom(ticketId))
  const [own, setOwn] = useState<JumpTarget | null>(null)
  const want = (next: JumpTarget | null) => {
    setArrival(null)
    setOwn(next)
  }
  return [arrival === null ? own : { id: arrival, pages: 0 }, want]
}

/** Whether the search bar is open; it closes when another conversation is opened. */
function useFinding(ticketId: number): [isFinding: boolean, end: () => void] {
  const [finding, find] = useAtom(findingAtom)
  useCommand((command) => {
    if (command !== 'find') return false
    find(ticketId)
    const box = document.getElementById(FIND_BOX)
    if (box instanceof HTMLInputElement) box.select()
    return true
  })
  useEffect(() => () => find(null), [find])
  const end = () => {
    find(null)
    document.getElementById('composer')?.focus()
  }
  return [finding === ticketId, end]
}

/** On a phone the conversation hides the top bar, so it shows the offline notice itself. */
function OfflineLine() {
  const isPhone = useMedia(PHONE)
  return (
    <p role="status" className="offline-line">
      {isPhone && <OfflineNotice />}
    </p>
  )
}

/**
 * Reports that this conversation is visible: the contact then sees the company online, and we see the contact typing.
 */
function useLooking(ticket: TicketSummary): void {
  const { send } = useLive()
  const isLive = useLiveState() === 'live'
  const isReported = isLive && isAttended(ticket)
  useEffect(() => {
    if (!isReported) return
    return watchLook(document, {
      begin: () => send({ emit: 'joinChatBox', data: ticket.id }),
      end: () => send({ emit: 'joinChatBoxLeave' }),
    })
  }, [ticket.id, isReported, send])
}
