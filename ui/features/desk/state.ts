/** What the desk remembers: tab, filters, what is being written, the open pane. Each person's own, see `ofPerson`. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import { spoken } from '../../../src/channels/mentions/contract'
import type { ContactSummary } from '../../../src/contacts/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import { ofPerson, ofSession, storedOfPerson } from '../../shared/session/ofPerson'
import { mayAtom, personAtom, userAtom } from '../../shared/session/session'
import { isBoolean, storedAtom } from '../../shared/storedAtom'
import type { Recorded } from '../messages/composer/recorder'
import { perTicket } from '../messages/perTicket'
import type { Carried, Outgoing } from '../messages/rules/outgoing'
import { isSpeed, type Speed } from '../messages/rules/waveform'
import { choiceOf, type DeskSegment, type DeskTab } from './rules/lists'

const isIds = (value: unknown): value is number[] | null =>
  value === null || (Array.isArray(value) && value.every((id) => typeof id === 'number'))
/** A note's text is kept apart from a message's, or it could come back as one and be sent to the contact. */
type Draft = string | { readonly note: string }
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && 'note' in value && typeof value.note === 'string')
const isDrafts = (value: unknown): value is Record<string, Draft> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isDraft)
const isSegment = (value: unknown): value is DeskSegment => value === 'open' || value === 'pending'

export const tabAtom = ofSession<DeskTab>('open')
export const segmentAtom = storedOfPerson<DeskSegment>('desk.segment', 'open', isSegment)
/** The search text as it was typed. */
export const searchAtom = ofSession('')

/** Null until somebody chooses: profiles with the right then see everybody's tickets. */
const showAllChoiceAtom = storedOfPerson<boolean | null>(
  'desk.showAll',
  null,
  (value): value is boolean | null => value === null || isBoolean(value),
)
export const showAllAtom = atom(
  (get) => {
    const [may, user] = [get(mayAtom), get(userAtom)]
    if (!may('tickets-manager:showall')) return false
    return get(showAllChoiceAtom) ?? user?.profile === 'admin'
  },
  (_get, set, on: boolean) => set(showAllChoiceAtom, on),
)

export const queueFilterAtom = storedOfPerson<number[] | null>('desk.queues', null, isIds)
export const connectionFilterAtom = storedOfPerson<number[] | null>('desk.connections', null, isIds)
/** As on the server, an empty selection does not filter. */
const chosen = (ids: number[] | null) => (ids && ids.length > 0 ? ids : null)
/** Not stored: a filter of last week must not hide tickets. */
export const attendantFilterAtom = ofSession<number | null>(null)
export const unreadFilterAtom = ofSession(false)
export const dayFilterAtom = ofSession<string | null>(null)

const filtersAtom = atom((get) => ({
  queueIds: chosen(get(queueFilterAtom)),
  connectionIds: chosen(get(connectionFilterAtom)),
  userId: get(attendantFilterAtom),
  unreadOnly: get(unreadFilterAtom),
  movedOn: get(dayFilterAtom),
}))
export const filterCountAtom = atom(
  (get) => Object.values(get(filtersAtom)).filter((filter) => filter !== null && filter !== false).length,
)
export const clearFiltersAtom = atom(null, (_get, set) => {
  set(queueFilterAtom, null)
  set(connectionFilterAtom, null)
  set(attendantFilterAtom, null)
  set(unreadFilterAtom, false)
  set(dayFilterAtom, null)
})

export const choiceAtom = atom((get) =>
  choiceOf(get(tabAtom), get(segmentAtom), {
    ...get(filtersAtom),
    showAll: get(showAllAtom),
    // The server ignores case and accents.
    search: get(searchAtom).trim(),
  }),
)

/**
 * Whether the contact pane is open. Beside the conversation it is remembered; on narrow screens, where it covers it, it
 * belongs to one ticket.
 */
export const contactBesideAtom = storedAtom<boolean>('desk.contact', false, isBoolean)
export const contactOverAtom = ofSession<string | null>(null)
export const speedAtom = storedAtom<Speed>('audioSpeed', 1, isSpeed)

const draftsAtom = storedAtom<Record<string, Draft>>('drafts', {}, isDrafts)

/** The unsent text of one ticket, by person. */
const unsentAtom = perTicket((ticketId: number) =>
  atom(
    (get): Draft => get(draftsAtom)[`${get(personAtom)}:${ticketId}`] ?? '',
    (get, set, { text, isNote }: { text: string; isNote: boolean }) => {
      const key = `${get(personAtom)}:${ticketId}`
      const { [key]: _, ...others } = get(draftsAtom)
      set(draftsAtom, text === '' ? others : { ...others, [key]: isNote ? { note: text } : text })
    },
  ),
)
/** Whether an empty composer is a note's. */
const emptyNoteAtom = perTicket((_ticketId: number) => ofPerson(false))

export const noteModeAtom = perTicket(
  (ticketId: number): WritableAtom<boolean, [boolean], void> =>
    atom(
      (get) => {
        const unsent = get(unsentAtom(ticketId))
        return unsent === '' ? get(emptyNoteAtom(ticketId)) : typeof unsent !== 'string'
      },
      (get, set, isNote: boolean) => {
        set(emptyNoteAtom(ticketId), isNote)
        set(unsentAtom(ticketId), { text: get(draftAtom(ticketId)), isNote })
      },
    ),
)
export const draftAtom = perTicket(
  (ticketId: number): WritableAtom<string, [string], void> =>
    atom(
      (get) => {
        const unsent = get(unsentAtom(ticketId))
        return typeof unsent === 'string' ? unsent : unsent.note
      },
      (get, set, text: string) => {
        const isNote = get(noteModeAtom(ticketId))
        set(emptyNoteAtom(ticketId), isNote) // who deletes all of it goes on writing the same
        set(unsentAtom(ticketId), { text, isNote })
      },
    ),
)

/** Too large for a draft: only this page has them, and it asks before it is closed. By person and ticket, as drafts. */
type Attached = { readonly files: readonly File[]; readonly recorded: Recorded | null }
const nothing: Attached = { files: [], recorded: null }
const attachedAtom = atom<Readonly<Record<string, Attached>>>({})

/** `whose` as in `ofPerson`. */
const attached = <F extends keyof Attached>(field: F) =>
  perTicket((ticketId: number) =>
    atom(
      (get) => (get(attachedAtom)[`${get(personAtom)}:${ticketId}`] ?? nothing)[field],
      (get, set, next: Attached[F], whose: string | null = get(personAtom)) => {
        const [key, all] = [`${whose}:${ticketId}`, get(attachedAtom)]
        set(attachedAtom, { ...all, [key]: { ...(all[key] ?? nothing), [field]: next } })
      },
    ),
  )
export const filesAtom = attached('files')
/** A recorded voice note that is not sent yet. */
export const recordedAtom = attached('recorded')
/** Whether this person has any of them, in whichever ticket. */
export const hasAttachedAtom = atom((get) =>
  Object.entries(get(attachedAtom)).some(
    ([key, { files, recorded }]) => key.startsWith(`${get(personAtom)}:`) && (files.length > 0 || recorded !== null),
  ),
)

/** What everybody in this company who used this browser has not sent in a ticket that was deleted. */
export const forgetDraftsAtom = atom(null, (get, set, ticketId: number) => {
  const company = `${get(userAtom)?.company.uuidCompany}:`
  const without = <T>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(
      Object.entries(all).filter(([key]) => !(key.startsWith(company) && key.endsWith(`:${ticketId}`))),
    )
  set(draftsAtom, without(get(draftsAtom)))
  set(attachedAtom, without(get(attachedAtom)))
})

/** The message that a conversation shows when it is opened next, instead of its end. */
export const arrivalAtom = perTicket((_ticketId: number) => ofSession<number | null>(null))
/** Searching in the conversation of this ticket. */
export const findingAtom = ofSession<number | null>(null)
export const replyAtom = perTicket((_ticketId: number) => ofPerson<Message | null>(null))
/** The message being edited, in place of the composer. */
export const editAtom = perTicket((_ticketId: number) => ofPerson<Message | null>(null))
/** The new text so far, with the message it is for. */
export const editedTextAtom = perTicket((_ticketId: number) => ofPerson<{ id: number; text: string } | null>(null))
type UntakenEdit = {
  readonly ticketId: number
  readonly message: Message
  readonly text: string
  readonly whose: string | null
}
/** An edit that was not taken: opened again with its text for whoever made it, unless they have another one open. */
export const reopenEditAtom = atom(null, (get, set, { ticketId, message, text, whose }: UntakenEdit) => {
  if (get(personAtom) === whose && get(editAtom(ticketId))) return
  set(editedTextAtom(ticketId), { id: message.id, text }, whose)
  set(editAtom(ticketId), message, whose)
})
/** An empty note makes way for the answer; what was begun as a note stays one, and the answer comes after it. */
export const answerAtom = atom(null, (get, set, ticketId: number, message: Message) => {
  set(editAtom(ticketId), null)
  set(replyAtom(ticketId), message)
  if (get(draftAtom(ticketId)) === '') set(noteModeAtom(ticketId), false)
})
/**
 * The text of a message that was taken back, before what was begun since. If either was a note, so is the whole: the contact
 * never gets what was meant for colleagues.
 */
export const writeOnAtom = atom(null, (get, set, { ticketId, body, isNote, quoted, carried }: Outgoing) => {
  const begun = get(draftAtom(ticketId))
  set(noteModeAtom(ticketId), isNote || (begun !== '' && get(noteModeAtom(ticketId))))
  set(draftAtom(ticketId), [spoken(body, carried?.extra.mentions), begun].filter(Boolean).join('\n'))
  if (quoted && !get(replyAtom(ticketId))) set(replyAtom(ticketId), quoted)
})
/** The comment on a transfer that is not made yet: kept when its dialog closes, and when the transfer is refused. */
export const commentAtom = perTicket((_ticketId: number) => ofPerson(''))

export type Typing = 'composing' | 'recording'
export const typingAtom = perTicket((_ticketId: number) => ofSession<Typing | null>(null))
/** Whether the contact is online. */
export const onlineAtom = perTicket((_ticketId: number) => ofSession(false))
/** Which member was chosen after an @, by name, because members can share a name. */
export const meantAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, number>>(new Map()))

/** A ticket without queue to accept: the person chooses one of their queues. */
export const queueQuestionAtom = ofSession<TicketSummary | null>(null)
export const transferringAtom = ofSession<TicketSummary | null>(null)
/** The ticket whose deletion is to be confirmed. */
export const removingAtom = ofSession<TicketSummary | null>(null)
/** The message whose long-press sheet is open. */
export const heldAtom = ofSession<{ ticket: TicketSummary; message: Message } | null>(null)
/** The message whose deletion is to be confirmed. */
export const deletingAtom = ofSession<{ ticket: Pick<TicketSummary, 'id' | 'contact'>; message: Message } | null>(null)
/** Messages of this ticket selected for forwarding. */
export const choosingAtom = ofSession<{ ticketId: number; ids: readonly number[] } | null>(null)
/** Messages for the forward dialog. */
export const forwardingAtom = ofSession<{ ticket: TicketSummary; ids: readonly number[] } | null>(null)
/** The group message whose receipts are shown. */
export const receiptsAtom = ofSession<Message | null>(null)
/** The dialog for sending a contact card or a location. */
export const sharingAtom = ofSession<{ what: 'card' | 'place'; answer(carried: Carried): void } | null>(null)
/** The person on a contact card to whom somebody wants to write. */
export const cardAtom = ofSession<{ name: string; number: string } | null>(null)
/** Somebody found by the palette who has no open ticket. */
export const writingToAtom = ofSession<ContactSummary | null>(null)
/** A waiting ticket that was clicked: its messages are shown once it is accepted. */
export const mustAcceptAtom = ofSession<TicketSummary | null>(null)
/** The waiting ticket whose messages an admin looks at without accepting it. */
export const previewedAtom = ofSession<number | null>(null)
export const newTicketAtom = ofSession(false)
export const shortcutsAtom = ofSession(false)

export type LightboxPicture = { readonly src: string; readonly alt: string }
export const lightboxAtom = ofSession<LightboxPicture | null>(null)

/** The dialogs and sheets over the desk, and what asks about one ticket. */
const windows: readonly WritableAtom<unknown, [next: null], void>[] = [
  queueQuestionAtom,
  transferringAtom,
  removingAtom,
  heldAtom,
  deletingAtom,
  forwardingAtom,
  receiptsAtom,
  sharingAtom,
  cardAtom,
  writingToAtom,
  mustAcceptAtom,
  lightboxAtom,
]
/** Closes all of them when another page is opened. */
export const closeWindowsAtom = atom(null, (_get, set) => {
  for (const windowAtom of windows) set(windowAtom, null)
  set(newTicketAtom, false)
  set(shortcutsAtom, false)
})
