import { useAtom } from 'jotai/react'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { identityOf } from '../../../../src/contacts/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { folded } from '../../../shared/plain'
import { useContact } from '../../contacts/useContact'
import { type Member, meantIn, membersLike, mentionAt } from '../rules/completion'
import type { CarriedDraft } from '../rules/outgoing'
import { meantAtom } from './drafts'
import { CompletionList, useCompletion } from './useCompletion'

type Mentionable = Member | 'everybody'
const nobody: readonly Member[] = []
/** At most this many are listed; typing narrows them down. */
const MAX_LISTED = 30

/** Offers group members after an @, and converts names in a text to WhatsApp's tokens. */
export function useMentions(ticket: TicketSummary, text: string) {
  const t = useText()
  const { data: group } = useContact(ticket.contactId, { enabled: ticket.isGroup })
  const members: readonly Member[] = (ticket.isGroup && group?.participants) || nobody
  const [chosen, setChosen] = useAtom(meantAtom(ticket.id))
  const everybody = t('messages.everybody')
  const { typed, steer } = useCompletion('mentions', text, ticket.isGroup ? mentionAt : neverAt)
  const offered = typed === null || members.length === 0 ? [] : offers(members, typed.text, everybody)
  const steering = steer(offered, (one: Mentionable) => {
    if (one === 'everybody') return `@${everybody} `
    setChosen(new Map(chosen).set(one.name, one.id))
    return `@${one.name} `
  })
  const list: ReactNode = offered.length > 0 && (
    <CompletionList
      steering={steering}
      label={t('messages.mention')}
      count={t('messages.mentionCount', { count: offered.length })}
      keyOf={(one) => (one === 'everybody' ? one : one.id)}
    >
      {(one) => (one === 'everybody' ? <Everybody word={everybody} /> : <Person member={one} />)}
    </CompletionList>
  )
  return {
    picker: steering.picker,
    list,
    carry: (body: string) => carry(meantIn(body, members, { everybody, chosen })),
  }
}

const neverAt = () => null

function offers(members: readonly Member[], typed: string, everybody: string): readonly Mentionable[] {
  const all = folded(everybody).startsWith(folded(typed)) ? (['everybody'] as const) : []
  return [...membersLike(members, typed).slice(0, MAX_LISTED), ...all]
}

function carry({ body, ids, mentions, everybody }: ReturnType<typeof meantIn>): {
  body: string
  carried: CarriedDraft | null
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

function Person({ member: { name, profilePicUrl, ...member } }: { member: Member }) {
  const format = useFormat()
  const identity = identityOf(member, format.phone)
  return (
    <>
      <Face name={name} src={profilePicUrl} size={1.75} />
      <span className="truncate">{name}</span>
      {identity !== null && identity !== name && <span className="menu-hint shrink-0">{identity}</span>}
    </>
  )
}

function Everybody({ word }: { word: string }) {
  const t = useText()
  return (
    <>
      <Face name={word} size={1.75} icon={<UsersRound />} />
      <span>@{word}</span>
      <span className="menu-hint">{t('messages.everybodyHint')}</span>
    </>
  )
}
