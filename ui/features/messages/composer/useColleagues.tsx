import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Colleague } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { colleaguesQuery } from '../api'
import { calledIn, isCalled, mentionAt } from '../rules/completion'
import type { CarriedDraft } from '../rules/outgoing'
import { calledAtom } from './drafts'
import { CompletionList, type Picker, useCompletion } from './useCompletion'

const nobody: readonly Colleague[] = []
/** At most this many are listed; typing narrows them down. */
const MAX_LISTED = 30

/** In a note, offers the colleagues who may see the ticket after an @, and finds those whose names are in the text. */
export function useColleagues(ticket: TicketSummary, text: string) {
  const t = useText()
  const [chosen, setChosen] = useAtom(calledAtom(ticket.id))
  const { typed, steer } = useCompletion('colleagues', text, mentionAt)
  // Fetched with the first @, and kept for the names that stay in the text.
  const { data: colleagues = nobody, isLoading } = useQuery({
    ...colleaguesQuery(ticket.id),
    enabled: text.includes('@'),
  })
  const offered =
    typed === null ? nobody : colleagues.filter(({ name }) => isCalled(name, typed.text)).slice(0, MAX_LISTED)
  const steering = steer(offered, ({ id, name }) => {
    setChosen(new Map(chosen).set(name, id))
    return `@${name} `
  })
  const picker: Picker = {
    ...steering.picker,
    onKey(event) {
      if (steering.picker.onKey(event)) return true
      // Until the list is there: Enter is meant as a choice from it.
      return typed !== null && isLoading && isHeld(event)
    },
  }
  const list: ReactNode = offered.length > 0 && (
    <CompletionList
      steering={steering}
      label={t('messages.mention')}
      count={t('messages.mentionCount', { count: offered.length })}
      keyOf={({ id }) => id}
    >
      {({ name }) => (
        <>
          <Face name={name} size={1.75} />
          <span className="truncate">{name}</span>
        </>
      )}
    </CompletionList>
  )
  return { picker, list, carry: (body: string) => ({ body, carried: carry(calledIn(body, colleagues, chosen)) }) }
}

function isHeld(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey) return false
  event.preventDefault()
  return true
}

const carry = (called: readonly Colleague[]): CarriedDraft | null =>
  called.length === 0
    ? null
    : {
        kind: 'chat',
        fields: { mentionedUsers: called.map(({ id }) => id) },
        extra: { colleagues: called.map(({ id, name }) => ({ id, name })) },
      }
