/** Asks the operator's language model for a word, to test its settings. */
import { fail } from '../../errors'
import { cut } from '../../platform/text'
import type { SettingTest } from '../../settings/operator/setting-test'
import { aiErrors } from './errors'
import { completeTurns } from './model'

const QUESTION = 'Reply with the single word OK.'
const MOST_SHOWN = 80

export const aiTest: SettingTest = {
  name: 'ai',
  async run({ ai }, { wait }, _actor, left) {
    const service = ai() ?? fail(aiErrors.ERR_AI_NOT_CONFIGURED)
    const said = await completeTurns({ ...service, wait, reach: 'any' }, [{ role: 'user', content: QUESTION }], left)
    const words = said.trim()
    const shown = words.length > MOST_SHOWN ? `${cut(words, MOST_SHOWN)}…` : words
    return { ok: true, fault: null, answer: `${service.model}: ${shown}` }
  },
}
