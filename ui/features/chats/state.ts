/** Drafts, typing members, and muted chats. */
import { atom } from 'jotai/vanilla'
import type { ChatMessage, QuotedChatMessage } from '../../../src/features/chats/contract'
import { ofPerson, ofSession, storedOfPerson } from '../../shared/session/ofPerson'

const isDrafts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

const draftsAtom = storedOfPerson<Readonly<Record<string, string>>>('chatDrafts', {}, isDrafts)
/** The draft of each chat. */
export const draftOfAtom = atom(
  (get) => (chatId: number) => get(draftsAtom)[chatId] ?? '',
  (get, set, chatId: number, text: string) => {
    const { [chatId]: _, ...others } = get(draftsAtom)
    set(draftsAtom, text === '' ? others : { ...others, [chatId]: text })
  },
)

export type EditState = { readonly message: ChatMessage; readonly text: string }
/** The message being edited; kept while another chat is open. */
export const editedAtom = ofSession<EditState | null>(null)

/** The message that the next one answers, by chat. */
export const answeredAtom = ofSession<ReadonlyMap<number, QuotedChatMessage>>(new Map())

/** Chosen files by chat. Too large for a draft: only this page has them. */
export const chosenFilesAtom = ofPerson<ReadonlyMap<number, readonly File[]>>(new Map())

export type Typing = { readonly chatId: number; readonly userId: number; readonly until: number }
export const typingAtom = ofSession<readonly Typing[]>([])

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(Number.isInteger)
/** Chats muted in this browser. */
export const mutedAtom = storedOfPerson<readonly number[]>('mutedChats', [], isIds)

/** The chat opened last, for the tab on a phone. */
export const lastOpenAtom = ofSession<string | null>(null)
/** Whether members and files are shown beside the messages. */
export const paneAtom = ofSession(true)
