/** Replaces variables in texts, as the server does when sending. */

import { greetings } from '../../../../src/texts/greetings'
import { languageOf } from '../../../../src/texts/languages'
import { fillVariables, type Occasion, variableValues } from '../../../../src/tickets/variables/contract'
import type { SignedInUser } from '../../../../src/users/contract'

type About = Pick<Occasion, 'contact' | 'ticket'>

export function filled(text: string, about: About, { timeZone, language }: SignedInUser['company'], now: Date): string {
  const spoken = languageOf(language)
  const values = variableValues({
    ...about,
    now: now.getTime(),
    timeZone,
    language: spoken,
    greetings: greetings[spoken],
  })
  return fillVariables(text, values)
}
