/** What somebody is writing in each ticket: text, files, an answer, an edit. Each person's own, see `ofPerson`. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { ofPerson } from '../../../shared/session/ofPerson'
import { personAtom, userAtom } from '../../../shared/session/session'
import { storedAtom } from '../../../shared/storedAtom'
import type { Outgoing } from '../rules/outgoing'
import { perTicket } from '../state'
import type { Recorded } from './recorder'

/** A note's text is kept apart from a message's, or it could come back as one and be sent to the contact. */
type Draft = string | { readonly note: string }
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && 'note' in value && typeof value.note === 'string')
const isDrafts = (value: unknown): value is Record<string, Draft> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isDraft)

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
/** What is said with each file but the first, by its name; the text is the first one's. */
export const captionsAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, string>>(new Map()))
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
/** A failed edit: reopened with its text for its author, unless another one is open. */
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
/** Which member was chosen after an @, by name, because members can share a name. */
export const meantAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, number>>(new Map()))
