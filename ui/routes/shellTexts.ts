import { state } from '../features/connections/texts/state'
import { startingTexts } from '../features/contacts/texts/starting'
import { listTexts } from '../features/desk/list/texts'
import { texts as tickets } from '../features/desk/texts'
import { texts as messages } from '../features/messages/texts'
import { texts as people } from '../features/people/texts'
import { texts as shell } from '../features/shell/texts'
import { barTexts } from '../features/shell/texts/bar'

/** What may be said on every page: what was sent and refused, who has written, which connection has stopped. */
export const shellTexts = [shell, barTexts, tickets, listTexts, messages, people, state, startingTexts] as const
