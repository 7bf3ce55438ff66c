/** What somebody is writing, who is typing, and of which chats one is not told. */
import { atom } from 'jotai/vanilla'
import { ofPerson, ofSession, storedOfPerson } from '../../shared/session/ofPerson'

const isDrafts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

const draftsAtom = storedOfPerson<Readonly<Record<string, string>>>('chatDrafts', {}, isDrafts)
/** The unsent text of each chat. */
export const draftOfAtom = atom(
  (get) => (chatId: number) => get(draftsAtom)[chatId] ?? '',
  (get, set, chatId: number, text: string) => {
    const { [chatId]: _, ...others } = get(draftsAtom)
    set(draftsAtom, text === '' ? others : { ...others, [chatId]: text })
  },
)

/** Chosen files by chat. Too large for a draft: only this page has them. */
export const chosenFilesAtom = ofPerson<ReadonlyMap<number, readonly File[]>>(new Map())

export type Typing = { readonly chatId: number; readonly userId: number; readonly until: number }
export const typingAtom = ofSession<readonly Typing[]>([])

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(Number.isInteger)
/** Chats that make no sound here. */
export const mutedAtom = storedOfPerson<readonly number[]>('mutedChats', [], isIds)

/** The chat that was open last, for the tab of a phone. */
export const lastOpenAtom = ofSession<string | null>(null)
/** Whether the people and files stand beside the messages. */
export const paneAtom = ofSession(true)
