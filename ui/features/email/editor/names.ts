/** The names of variables in e-mails. */
import { chipWords } from '../../../shared/form/variables'
import type { Text } from '../../../shared/i18n/translate'

const own = { 'user.name': 'userName', 'user.queues': 'userQueues' } as const
const isOwn = (name: string): name is keyof typeof own => Object.hasOwn(own, name)

export const variableWords = (t: Text, name: string): string =>
  isOwn(name) ? t(`mailEditor.variable.${own[name]}`) : chipWords(t, name)
