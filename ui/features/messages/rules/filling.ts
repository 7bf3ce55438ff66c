/** Texts with their variables filled in, as the server does it when they are sent. */
import type { SignedInUser } from '../../../../src/access/contract'
import { greetings } from '../../../../src/texts/greetings'
import { languageOf } from '../../../../src/texts/languages'
import { fillVariables, type Occasion, valuesOf } from '../../../../src/tickets/messages/variables/contract'

type About = Pick<Occasion, 'contact' | 'ticket'>

export function filled(text: string, about: About, { timeZone, language }: SignedInUser['company'], now: Date): string {
  const spoken = languageOf(language)
  const values = valuesOf({
    ...about,
    now: now.getTime(),
    timeZone,
    language: spoken,
    greetings: greetings[spoken],
  })
  return fillVariables(text, values)
}
