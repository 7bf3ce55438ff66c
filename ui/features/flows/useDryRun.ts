import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Flow } from '../../../src/features/flows/format/contract'
import { greetings } from '../../../src/texts/greetings'
import { languageOf } from '../../../src/texts/languages'
import { variableValues } from '../../../src/tickets/variables/contract'
import { useText } from '../../shared/i18n/useText'
import { useUser } from '../../shared/session/useUser'
import { dialingQuery } from '../contacts/api'
import { type DryRunInput, tryFlow } from './dryRun'

/** A conversation with the flow on the screen: every change of it replays what was typed. */
export function useDryRun(flow: Flow) {
  const t = useText()
  const { company } = useUser()
  const [inputs, setInputs] = useState<readonly DryRunInput[]>([])
  const [begin, setBegin] = useState(() => Date.now())
  const [isOpen, setOpen] = useState(true)
  const values = useMemo(() => {
    const language = languageOf(company.language)
    const given = variableValues({
      contact: { name: t('flows.talk.customer'), isGroup: false },
      ticket: { id: 1, createdAt: begin },
      now: begin,
      timeZone: company.timeZone,
      language,
      greetings: greetings[language],
    })
    return {
      ...given,
      'contact.firstName': given.firstName,
      'contact.name': given.name,
      'contact.number': '5521987654321',
      'contact.email': 'helena@example.com',
      'connection.name': company.name,
      'company.name': company.name,
    }
  }, [company, t, begin])
  const { data: dialing } = useQuery(dialingQuery)
  const trial = useMemo(() => {
    const { language, timeZone } = company
    const place = { language: languageOf(language), country: dialing?.country ?? 'BR', timeZone }
    return tryFlow(flow, inputs, values, { begin, isOpen, place })
  }, [flow, inputs, values, begin, isOpen, company, dialing])
  return {
    trial,
    isOpen,
    setOpen,
    add: (input: DryRunInput) => setInputs((before) => [...before, input]),
    restart() {
      setInputs([])
      setBegin(Date.now())
    },
  }
}
export type RunningDryRun = ReturnType<typeof useDryRun>
