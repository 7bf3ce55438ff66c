/** Options for the composer, and inserting a chosen one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  type QuickMessage,
  quickMessageCreated,
  quickMessageDeleted,
  quickMessagesReloaded,
  quickMessageUpdated,
} from '../../../../src/features/quick-messages/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { errorText } from '../../../shared/errorText'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { useEvent } from '../../../shared/live/useEvent'
import { plain } from '../../../shared/plain'
import { useUser } from '../../../shared/session/useUser'
import { useAttach } from '../../messages/composer/files'
import { filled } from '../../messages/rules/filling'
import { fileOf, offeredQuery, sendNow } from '../api'
import { meantBy } from '../spec'

/** `isKnown` is false until the response is there: choosing earlier could take the wrong one. */
function useOffered(typed: string) {
  const queries = useQueryClient()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['quick-messages', 'offered'] })
  useEvent(quickMessageCreated, refresh)
  useEvent(quickMessageUpdated, refresh)
  useEvent(quickMessageDeleted, refresh)
  useEvent(quickMessagesReloaded, refresh)
  const words = plain(typed)
  const all = useQuery(offeredQuery(''))
  // With very many, the server searches.
  const searches = all.data?.hasMore === true && words !== ''
  const found = useQuery({ ...offeredQuery(words), enabled: searches })
  const { data, isError } = searches ? found : all
  return { offered: meantBy(typed, data?.records ?? []), isKnown: data !== undefined || isError }
}

type Options = {
  readonly ticket: TicketSummary
  readonly typed: string
  /** Whether a directly sent one carries the user's signature. */
  readonly isSigned: boolean
  /** Writes the text into the composer. */
  write(text: string): void
  onClose(): void
}

/** The options for `typed`, controlled by the keys of the field in which it is typed. */
export function useQuickMessages({ ticket, typed, isSigned, write, onClose }: Options) {
  const t = useText()
  const { company } = useUser()
  const attach = useAttach(ticket)
  const { offered, isKnown } = useOffered(typed)
  const [place, setPlace] = useState({ typed, at: 0 })
  const [isTaking, setTaking] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const active = Math.min(place.typed === typed ? place.at : 0, offered.length - 1)
  const reach = (at: number) => setPlace({ typed, at })

  const textOf = ({ message }: QuickMessage) => {
    const { id, createdAt, contact, isGroup } = ticket
    const about = {
      contact: { name: contact.name, isGroup },
      ticket: { id, createdAt: Date.parse(createdAt) },
    }
    return filled(message, about, company, new Date())
  }
  /** The file is attached first: pressing Enter immediately sends both. */
  const choose = async (one: QuickMessage) => {
    setTaking(true)
    try {
      const file = await fileOf(one)
      if (isGone.current) return
      write(one.sendOnlyMedia && file ? '' : textOf(one))
      if (file) attach([file])
      onClose()
    } catch (failure) {
      toast.error(errorText(t, failure))
      if (!isGone.current) setTaking(false)
    }
  }
  /** Bypasses the composer; the search text is removed. */
  const send = (one: QuickMessage) => {
    write('')
    onClose()
    sendNow(one.id, ticket.id, isSigned).catch(toast.failure)
  }
  /** Chooses the active one, as Enter does. False if there is none, as far as is known. */
  const take = (): boolean => {
    const one = offered[active]
    if (isKnown && !one) return false
    if (isKnown && one && !isTaking) void choose(one)
    return true
  }
  /** Returns true if the list used the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing) return false
    const one = offered[active]
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.shiftKey) {
      if (isKnown && !one) return false
      if (isKnown && one && !isTaking) send(one)
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      if (!take()) return false
    } else if (event.key === 'ArrowDown' && one) reach((active + 1) % offered.length)
    else if (event.key === 'ArrowUp' && one) reach((active - 1 + offered.length) % offered.length)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { offered, isKnown, active, reach, choose, send, take, onKey, textOf, isTaking }
}
