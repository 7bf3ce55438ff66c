/** What the desk says, wherever its conversations are shown. */
import { reasons } from '../distribution/texts/reasons'
import { texts as messages } from '../messages/texts'
import { texts as notes } from '../notes/texts'
import { listTexts } from './list/texts'
import { texts } from './texts'
import { firstStepsTexts } from './texts/firstSteps'
import { movesTexts } from './texts/moves'
import { searchTexts } from './texts/search'
import { workTexts } from './texts/work'

export const deskTexts = [
  texts,
  listTexts,
  messages,
  reasons,
  notes,
  movesTexts,
  searchTexts,
  workTexts,
  firstStepsTexts,
] as const
