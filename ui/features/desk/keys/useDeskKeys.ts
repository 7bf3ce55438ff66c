import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useSetAtom } from 'jotai/react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { LoadedList } from '../../../shared/live/apply'
import { useUser } from '../../../shared/session/useUser'
import { attends } from '../../messages/rules/messageActions'
import { heldTicket } from '../api'
import { dialogAtom } from '../dialog'
import { useContactPane } from '../drawer/useContactPane'
import { choosingAtom, firstRowWishedAtom, segmentAtom, tabAtom } from '../listState'
import { useMoves } from '../moves/useMoves'
import type { DeskSegment, DeskTab } from '../rules/lists'
import type { Command } from '../rules/shortcuts'
import { findingAtom, useDesk, useOpenUuid } from '../useDesk'
import { focusedTicketId, focusRow } from './useListKeys'
import { focusSearch, useCommand, useShortcutKeys } from './useShortcuts'

const tabs: Partial<Record<Command, DeskTab>> = { tab1: 'open', tab2: 'group', tab3: 'closed', tab4: 'search' }

const FIELD = 'input, textarea, select'

/** The desk's keyboard operation; mounted once, by the page. */
export function useDeskKeys(): void {
  const moves = useMoves()
  const user = useUser()
  const target = useTarget()
  const back = useBack()
  const { showTab, showSegment } = useLists()
  const ask = useSetAtom(dialogAtom)
  useShortcutKeys()
  useCommand((command) => {
    const ticket = target()
    const tab = tabs[command]
    if (tab) showTab(tab)
    if (command === 'attending') showSegment('open')
    if (command === 'waiting') showSegment('pending')
    if (command === 'search') focusSearch()
    if (command === 'new') ask({ what: 'new' })
    if (command === 'help') ask({ what: 'shortcuts' })
    if (command === 'back') back()
    if (!ticket || !attends(user, ticket)) return
    if (command === 'accept' && ticket.status === 'pending') moves.accept(ticket)
    if (command === 'close' && ticket.status !== 'closed') moves.close(ticket)
    if (command === 'return' && ticket.status === 'open') moves.giveBack(ticket)
    if (command === 'transfer' && ticket.status !== 'closed') ask({ what: 'transfer', ticket })
  })
}

/** Opens a list and focuses its first row. The key of the current tab switches to its other half. */
function useLists() {
  const [tab, setTab] = useAtom(tabAtom)
  const [segment, setSegment] = useAtom(segmentAtom)
  const wish = useSetAtom(firstRowWishedAtom)
  // Only outside text fields: letters on a row move its ticket.
  const lead = () => wish(!document.activeElement?.matches(FIELD))
  const isHalved = (one: DeskTab) => one === 'open' || one === 'group'
  const showSegment = (next: DeskSegment) => {
    if (!isHalved(tab)) setTab('open')
    setSegment(next)
    lead()
  }
  return {
    showSegment,
    showTab(next: DeskTab) {
      if (next === tab && isHalved(next)) return showSegment(segment === 'open' ? 'pending' : 'open')
      setTab(next)
      if (next === 'search') focusSearch()
      else lead()
    },
  }
}

/** The focused row, otherwise the ticket on screen. */
function useTarget(): () => TicketSummary | undefined {
  const client = useQueryClient()
  const uuid = useOpenUuid()
  return () => {
    const focused = focusedTicketId()
    if (focused === undefined) return uuid === undefined ? undefined : heldTicket(client, uuid)
    const lists = client.getQueriesData<LoadedList<TicketSummary>>({ queryKey: ['tickets', 'list'] })
    return lists.flatMap(([, list]) => list?.items ?? []).find(({ id }) => id === focused)
  }
}

/** One level up: out of a field, the search, the contact, the conversation. */
function useBack(): () => void {
  const client = useQueryClient()
  const uuid = useOpenUuid()
  const desk = useDesk()
  const [paneOpen, showPane] = useContactPane()
  const [finding, find] = useAtom(findingAtom)
  const [choosing, choose] = useAtom(choosingAtom)
  return () => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement.matches(FIELD)) {
      activeElement.blur()
      document.querySelector<HTMLElement>('.ticket[aria-current] .ticket-name')?.focus()
    } else if (choosing) choose(false)
    else if (finding !== null) find(null)
    else if (paneOpen) showPane(false)
    else if (uuid !== undefined) {
      focusRow(heldTicket(client, uuid)?.id)
      void desk.list()
    }
  }
}
