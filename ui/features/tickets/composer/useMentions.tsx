import { useAtom } from 'jotai/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { folded } from '../../../shared/plain'
import { type Member, type MentionQuery, meantIn, membersLike, mentionAt } from '../rules/mentions'
import type { Carried } from '../rules/outgoing'
import { meantAtom } from '../state'
import { useContact } from '../useContact'
import { composer } from './focus'
import { insertInto } from './insertInto'
import { MENTION_LIST, type Mentionable, MentionList, optionId } from './MentionList'

export type Picker = {
  /** Returns true if the list used the key. */
  onKey(event: KeyboardEvent): boolean
  /** The cursor moved, or something was typed. */
  onCursor(box: HTMLTextAreaElement): void
  onBlur(): void
  readonly aria: { 'aria-autocomplete'?: 'list'; 'aria-controls'?: string; 'aria-activedescendant'?: string }
}

const nobody: readonly Member[] = []
/** At most this many are listed; typing narrows them down. */
const MOST = 30

/** Offers the members of a group after an @, and turns the names in a text into WhatsApp's tokens. */
export function useMentions(ticket: TicketSummary) {
  const t = useText()
  const { data: group } = useContact(ticket.contactId, { enabled: ticket.isGroup })
  const members: readonly Member[] = (ticket.isGroup && group?.participants) || nobody
  const [chosen, setChosen] = useAtom(meantAtom(ticket.id))
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [at, setAt] = useState(0)
  const everybody = t('messages.everybody')
  const offered = query === null || members.length === 0 ? [] : offers(members, query.text, everybody)
  const active = Math.min(at, offered.length - 1)

  const close = () => setQuery(null)
  const choose = (one: Mentionable) => {
    const box = composer()
    if (!box || query === null) return
    if (one !== 'everybody') setChosen(new Map(chosen).set(one.name, one.id))
    box.focus()
    box.setSelectionRange(query.from, query.from + 1 + query.text.length)
    insertInto(box, `@${one === 'everybody' ? everybody : one.name} `)
    close()
  }
  const step = (by: 1 | -1) => setAt((active + by + offered.length) % offered.length)

  const picker: Picker = {
    onKey(event) {
      const one = offered[active]
      if (!one || event.nativeEvent.isComposing) return false
      if (event.key === 'ArrowDown') step(1)
      else if (event.key === 'ArrowUp') step(-1)
      else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') choose(one)
      else if (event.key === 'Escape') close()
      else return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    onCursor(box) {
      if (!ticket.isGroup) return
      const next = box.selectionStart === box.selectionEnd ? mentionAt(box.value, box.selectionStart) : null
      if (next?.from === query?.from && next?.text === query?.text) return
      setQuery(next)
      setAt(0)
    },
    onBlur: close,
    aria:
      offered.length > 0
        ? {
            'aria-autocomplete': 'list',
            'aria-controls': MENTION_LIST,
            'aria-activedescendant': optionId(active),
          }
        : {},
  }
  const list: ReactNode = offered.length > 0 && (
    <MentionList offered={offered} active={active} everybody={everybody} onChoose={choose} onHover={setAt} />
  )
  return { picker, list, carry: (text: string) => carry(meantIn(text, members, { everybody, chosen })) }
}

function offers(members: readonly Member[], typed: string, everybody: string): readonly Mentionable[] {
  const all = folded(everybody).startsWith(folded(typed)) ? (['everybody'] as const) : []
  return [...membersLike(members, typed).slice(0, MOST), ...all]
}

function carry({ body, ids, mentions, everybody }: ReturnType<typeof meantIn>): {
  body: string
  carried: Carried | null
} {
  if (ids.length === 0 && !everybody) return { body, carried: null }
  return {
    body,
    carried: {
      kind: 'chat',
      fields: { mentionedContacts: [...ids], ...(everybody && { mentionsAll: true }) },
      extra: { mentions: [...mentions], ...(everybody && { mentionsAll: true }) },
    },
  }
}
