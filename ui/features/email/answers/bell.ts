import { loadTexts } from '../../../shared/i18n/language'
import { AnswersBell } from './AnswersBell'
import { answerTexts } from './texts'
import { useAnswerNotices } from './useAnswerNotices'

/** The bell, with its texts. */
export async function bell() {
  await loadTexts(answerTexts)
  return AnswersBell
}

export async function watch() {
  await loadTexts(answerTexts)
  return useAnswerNotices
}
