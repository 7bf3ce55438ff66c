/** The names of variables in e-mails, and the values that are known while writing. */
import { useQuery } from '@tanstack/react-query'
import { emailVariables } from '../../../../src/features/email/formatted/contract'
import type { Values } from '../../../../src/tickets/variables/contract'
import { chipWords, partsOf } from '../../../shared/form/variables'
import type { Text } from '../../../shared/i18n/translate'
import { useUser } from '../../../shared/session/useUser'
import { queuesQuery } from '../../directory/api'

const own = { 'user.name': 'userName', 'user.queues': 'userQueues' } as const
const isOwn = (name: string): name is keyof typeof own => Object.hasOwn(own, name)

export const variableWords = (t: Text, name: string): string =>
  isOwn(name) ? t(`mailEditor.variable.${own[name]}`) : chipWords(t, name)

/** A text in one line, with the names of its variables. */
export const spoken = (t: Text, text: string): string =>
  partsOf<string>(text, emailVariables)
    .map((part) => ('text' in part ? part.text : `‹${variableWords(t, part.variable)}›`))
    .join('')

/** What a signature says about the user. */
export function useOwnValues(): Values {
  const { name, company, queueIds } = useUser()
  const queues = useQuery(queuesQuery).data ?? []
  const own = queues.filter(({ id }) => queueIds.includes(id)).map((queue) => queue.name)
  return {
    'user.name': name,
    'company.name': company.name,
    'user.queues': own.toSorted((a, b) => (a < b ? -1 : 1)).join(', '),
  }
}
