/** What the desk remembers in this browser: tab, filters, drafts, the open pane. */
import { atom, type WritableAtom } from 'jotai/vanilla'
import type { TicketSummary } from '../../../src/tickets/contract'
import type { Message } from '../../../src/tickets/messages/contract'
import { mayAtom, userAtom } from '../../shared/session/session'
import { storedAtom } from '../../shared/storedAtom'
import { perTicket } from './perTicket'
import { choiceOf, type DeskSegment, type DeskTab } from './rules/lists'
import type { Carried } from './rules/outgoing'
import { isSpeed, type Speed } from './rules/waveform'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isIds = (value: unknown): value is number[] | null =>
  value === null || (Array.isArray(value) && value.every((id) => typeof id === 'number'))
const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')
const isSegment = (value: unknown): value is DeskSegment => value === 'open' || value === 'pending'

export const tabAtom = atom<DeskTab>('open')
export const segmentAtom = storedAtom<DeskSegment>('desk.segment', 'open', isSegment)
export const searchAtom = atom('')

/** Null until somebody chose; then profiles with the right begin with everybody's tickets. */
const showAllChoiceAtom = storedAtom<boolean | null>(
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

export const queueFilterAtom = storedAtom<number[] | null>('desk.queues', null, isIds)
export const connectionFilterAtom = storedAtom<number[] | null>('desk.connections', null, isIds)
/** Nothing ticked filters nothing, as for the server. */
const chosen = (ids: number[] | null) => (ids && ids.length > 0 ? ids : null)
export const filterCountAtom = atom((get) => [get(queueFilterAtom), get(connectionFilterAtom)].filter(chosen).length)

export const choiceAtom = atom((get) =>
  choiceOf(get(tabAtom), get(segmentAtom), {
    showAll: get(showAllAtom),
    queueIds: chosen(get(queueFilterAtom)),
    connectionIds: chosen(get(connectionFilterAtom)),
    search: get(searchAtom),
  }),
)

/** Beside the conversation, where there is room: remembered. Over it, where there is none: for one ticket, until it is closed or left. */
export const contactBesideAtom = storedAtom<boolean>('desk.contact', false, isBoolean)
export const contactOverAtom = atom<string | null>(null)
export const speedAtom = storedAtom<Speed>('audioSpeed', 1, isSpeed)

const draftsAtom = storedAtom<Record<string, string>>('drafts', {}, isTexts)
type DraftAtom = WritableAtom<string, [string], void>

/** The unsent text of one ticket, by person: a shared machine keeps them apart. */
export const draftAtom = perTicket(
  (ticketId: number): DraftAtom =>
    atom(
      (get) => get(draftsAtom)[`${get(userAtom)?.id ?? 0}:${ticketId}`] ?? '',
      (get, set, text: string) => {
        const key = `${get(userAtom)?.id ?? 0}:${ticketId}`
        const { [key]: _, ...others } = get(draftsAtom)
        set(draftsAtom, text === '' ? others : { ...others, [key]: text })
      },
    ),
)

/** Searching in the conversation of this ticket. */
export const findingAtom = atom<number | null>(null)
export const replyAtom = perTicket((_ticketId: number) => atom<Message | null>(null))
/** A message whose words are being changed, in place of the composer. */
export const editAtom = perTicket((_ticketId: number) => atom<Message | null>(null))
export const noteModeAtom = perTicket((_ticketId: number) => atom(false))
export const filesAtom = perTicket((_ticketId: number) => atom<readonly File[]>([]))

export type Typing = 'composing' | 'recording'
export const typingAtom = perTicket((_ticketId: number) => atom<Typing | null>(null))
/** The contact has the messenger open. */
export const onlineAtom = perTicket((_ticketId: number) => atom(false))
/** Which of a group's people of the same name was chosen behind an @, by name. */
export const meantAtom = perTicket((_ticketId: number) => atom<ReadonlyMap<string, number>>(new Map()))

/** A ticket without queue somebody wants to accept: which of their queues? */
export const queueQuestionAtom = atom<TicketSummary | null>(null)
export const transferringAtom = atom<TicketSummary | null>(null)
/** A finger stayed on this message: its tools are open. */
export const heldAtom = atom<{ ticket: TicketSummary; message: Message } | null>(null)
/** Somebody wants to delete this message for everyone. */
export const deletingAtom = atom<{ ticket: Pick<TicketSummary, 'id' | 'contact'>; message: Message } | null>(null)
/** Messages of this ticket that are being chosen, to be passed on together. */
export const choosingAtom = atom<{ ticketId: number; ids: readonly number[] } | null>(null)
/** Messages about to be passed on. */
export const forwardingAtom = atom<{ ticket: TicketSummary; ids: readonly number[] } | null>(null)
/** Who has this message of ours, in a group? */
export const receiptsAtom = atom<Message | null>(null)
/** A card or a place about to be sent. */
export const sharingAtom = atom<{ what: 'card' | 'place'; answer(carried: Carried): void } | null>(null)
/** Somebody on a contact card is to be written to. */
export const cardAtom = atom<{ name: string; number: string } | null>(null)
/** A waiting ticket that was clicked: its messages show once it is accepted. */
export const mustAcceptAtom = atom<TicketSummary | null>(null)
export const newTicketAtom = atom(false)
export const shortcutsAtom = atom(false)

export type LightboxPicture = { readonly src: string; readonly alt: string }
export const lightboxAtom = atom<LightboxPicture | null>(null)
