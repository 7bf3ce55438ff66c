import { state } from '../features/connections/texts/state'
import { texts as tickets } from '../features/desk/texts'
import { texts as messages } from '../features/messages/texts'
import { texts as people } from '../features/people/texts'
import { texts as shell } from '../features/shell/texts'
import { variableTexts } from '../shared/form/variableTexts'

/** What may be said on every page: what was sent and refused, who has written, which connection has stopped. */
export const shellTexts = [shell, tickets, messages, people, state, variableTexts] as const
