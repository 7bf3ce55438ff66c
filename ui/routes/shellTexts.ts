import { state } from '../features/connections/texts/state'
import { contactTexts } from '../features/contacts/texts/contact'
import { startingTexts } from '../features/contacts/texts/starting'
import { listTexts } from '../features/desk/list/texts'
import { texts as tickets } from '../features/desk/texts'
import { searchTexts } from '../features/desk/texts/search'
import { texts as people } from '../features/directory/texts'
import { texts as messages } from '../features/messages/texts'
import { texts as shell } from '../features/shell/texts'
import { barTexts } from '../features/shell/texts/bar'
import { variableTexts } from '../shared/form/texts/variables'
import { jobTexts } from '../shared/kit/texts/job'
import { words } from '../shared/texts/words'

/** Texts of notices that can appear on any page: send results, new messages, stopped connections, long-running jobs. */
export const shellTexts = [
  shell,
  barTexts,
  tickets,
  listTexts,
  searchTexts,
  contactTexts,
  messages,
  people,
  state,
  startingTexts,
  jobTexts,
  variableTexts,
  words,
] as const
