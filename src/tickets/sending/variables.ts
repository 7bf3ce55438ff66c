/** The variables of texts that the server sends, in the company's language. */
import { greetings } from '../../texts/greetings'
import { languageOf } from '../../texts/languages'
import * as contract from '../variables/contract'

export { fillVariables, type Values } from '../variables/contract'

export type Occasion = Omit<contract.Occasion, 'greetings'>

/** `language`: the company's. */
export function variableValues({ language, ...occasion }: Occasion): contract.Values {
  const spoken = languageOf(language)
  return contract.variableValues({ ...occasion, language: spoken, greetings: greetings[spoken] })
}
