/** Drafts of each ticket: text, files, reply, edit. Per user, see `ofPerson`. */
import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { spoken } from '../../../../src/channels/mentions/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { ofPerson } from '../../../shared/session/ofPerson'
import { personAtom, userAtom } from '../../../shared/session/session'
import { storedAtom } from '../../../shared/storedAtom'
import type { Outgoing } from '../rules/outgoing'
import { perTicket } from '../state'
import type { Recording } from './recorder'

/**
 * The unsent texts of one ticket, and which of them the composer shows. A note and a message have a draft each: a text
 * written for colleagues never becomes a message to the contact, however the mode changes.
 */
type Draft = { readonly message: string; readonly note: string; readonly isNote: boolean }
/** A text alone is a message; an earlier version stored notes without the other two fields. */
type StoredDraft = string | (Partial<Draft> & { readonly note: string })
const isDraft = (value: unknown): value is StoredDraft => typeof value === 'string' || v.is(StoredNote, value)
const StoredNote = v.object({ note: v.string(), message: v.optional(v.string()), isNote: v.optional(v.boolean()) })
const isDrafts = (value: unknown): value is Record<string, StoredDraft> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isDraft)

const draftsAtom = storedAtom<Record<string, StoredDraft>>('drafts', {}, isDrafts)

const readDraft = (stored: StoredDraft = ''): Draft =>
  typeof stored === 'string' ? { message: stored, note: '', isNote: false } : { message: '', isNote: true, ...stored }
const shortest = (draft: Draft): StoredDraft => (draft.note === '' && !draft.isNote ? draft.message : draft)

/** Per user. */
const unsentAtom = perTicket((ticketId: number) =>
  atom(
    (get): Draft => readDraft(get(draftsAtom)[`${get(personAtom)}:${ticketId}`]),
    (get, set, change: Partial<Draft>) => {
      const key = `${get(personAtom)}:${ticketId}`
      const { [key]: before, ...others } = get(draftsAtom)
      const next = shortest({ ...readDraft(before), ...change })
      set(draftsAtom, next === '' ? others : { ...others, [key]: next })
    },
  ),
)

const part = <F extends keyof Draft>(field: F) =>
  perTicket((ticketId: number) =>
    atom(
      (get): Draft[F] => get(unsentAtom(ticketId))[field],
      (_get, set, next: Draft[F]) => set(unsentAtom(ticketId), { [field]: next }),
    ),
  )
/** Whether the composer writes notes; lasts until the user leaves the mode. */
export const noteModeAtom = part('isNote')
export const messageDraftAtom = part('message')
export const noteDraftAtom = part('note')
/** What the user was writing last, for the row of the list. */
export const shownDraftAtom = perTicket((ticketId: number) =>
  atom((get) => {
    const { message, note, isNote } = get(unsentAtom(ticketId))
    return isNote ? note || message : message || note
  }),
)

/** Too large for storage: kept in this page only, which asks before it is closed. By user and ticket, like drafts. */
type Attachments = { readonly files: readonly File[]; readonly recorded: Recording | null }
const nothing: Attachments = { files: [], recorded: null }
const attachedAtom = atom<Readonly<Record<string, Attachments>>>({})

/** `whose` as in `ofPerson`. */
const attached = <F extends keyof Attachments>(field: F) =>
  perTicket((ticketId: number) =>
    atom(
      (get) => (get(attachedAtom)[`${get(personAtom)}:${ticketId}`] ?? nothing)[field],
      (get, set, next: Attachments[F], whose: string | null = get(personAtom)) => {
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
/** The reply is quoted by whatever is written next: a message, or in note mode a note. */
export const answerAtom = atom(null, (_get, set, ticketId: number, message: Message) => {
  set(editAtom(ticketId), null)
  set(replyAtom(ticketId), message)
})
/** A withdrawn message's or note's text, followed by the current draft of its kind, which the composer then shows. */
export const writeOnAtom = atom(null, (get, set, { ticketId, body, isNote, quoted, carried }: Outgoing) => {
  const draftAtom = isNote ? noteDraftAtom(ticketId) : messageDraftAtom(ticketId)
  set(noteModeAtom(ticketId), isNote)
  set(draftAtom, [spoken(body, carried?.extra.mentions), get(draftAtom)].filter(Boolean).join('\n'))
  if (quoted && !get(replyAtom(ticketId))) set(replyAtom(ticketId), quoted)
})
/** Which member was chosen after an @, by name, because members can share a name. */
export const meantAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, number>>(new Map()))
/** The same for colleagues in a note. */
export const calledAtom = perTicket((_ticketId: number) => ofPerson<ReadonlyMap<string, number>>(new Map()))
