/** Drafts of each ticket: text, files, reply, edit. Per user, see `ofPerson`. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { ofPerson } from '../../../shared/session/ofPerson'
import { personAtom, userAtom } from '../../../shared/session/session'
import { storedAtom } from '../../../shared/storedAtom'
import type { Outgoing } from '../rules/outgoing'
import { perTicket } from '../state'
import type { Recorded } from './recorder'

/** A note's text is stored apart from a message's: it must never come back as a message and be sent to the contact. */
type Draft = string | { readonly note: string }
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && 'note' in value && typeof value.note === 'string')
const isDrafts = (value: unknown): value is Record<string, Draft> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isDraft)

const draftsAtom = storedAtom<Record<string, Draft>>('drafts', {}, isDrafts)

/** The unsent text of one ticket, per user. */
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
/** Whether an empty composer is in note mode. */
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
        set(emptyNoteAtom(ticketId), isNote) // deleting all text keeps the mode
        set(unsentAtom(ticketId), { text, isNote })
      },
    ),
)

/** Too large for storage: kept in this page only, which asks before it is closed. By user and ticket, like drafts. */
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
/** Captions of all files but the first, by file name; the text is the first file's. */
export const captionsAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, string>>(new Map()))
/** A recorded voice note that is not sent yet. */
export const recordedAtom = attached('recorded')
/** Whether this user has any in any ticket. */
export const hasAttachedAtom = atom((get) =>
  Object.entries(get(attachedAtom)).some(
    ([key, { files, recorded }]) => key.startsWith(`${get(personAtom)}:`) && (files.length > 0 || recorded !== null),
  ),
)

/** Deletes the drafts of all users of this company and browser in a deleted ticket. */
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
/** The edited text, with its message. */
export const editedTextAtom = perTicket((_ticketId: number) => ofPerson<{ id: number; text: string } | null>(null))
type UntakenEdit = {
  readonly ticketId: number
  readonly message: Message
  readonly text: string
  readonly whose: string | null
}
/** A refused edit: reopened with its text for its author, unless they are editing another message. */
export const reopenEditAtom = atom(null, (get, set, { ticketId, message, text, whose }: UntakenEdit) => {
  if (get(personAtom) === whose && get(editAtom(ticketId))) return
  set(editedTextAtom(ticketId), { id: message.id, text }, whose)
  set(editAtom(ticketId), message, whose)
})
/** An empty note makes way for the reply; a note with text stays one, and the reply follows it. */
export const answerAtom = atom(null, (get, set, ticketId: number, message: Message) => {
  set(editAtom(ticketId), null)
  set(replyAtom(ticketId), message)
  if (get(draftAtom(ticketId)) === '') set(noteModeAtom(ticketId), false)
})
/**
 * A withdrawn message's text, followed by the current draft. If either was a note, the whole is: the contact never gets
 * what was meant for colleagues.
 */
export const writeOnAtom = atom(null, (get, set, { ticketId, body, isNote, quoted, carried }: Outgoing) => {
  const begun = get(draftAtom(ticketId))
  set(noteModeAtom(ticketId), isNote || (begun !== '' && get(noteModeAtom(ticketId))))
  set(draftAtom(ticketId), [spoken(body, carried?.extra.mentions), begun].filter(Boolean).join('\n'))
  if (quoted && !get(replyAtom(ticketId))) set(replyAtom(ticketId), quoted)
})
/** Which member was chosen after an @, by name, because members can share a name. */
export const meantAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, number>>(new Map()))
