/** Queues that name a bot themselves, without an integration: its public id, and the integration made of it. */
import type { BeforeSave, SaveServices } from '../../queues/events'
import { readText } from '../../settings/settings'
import type { Integration, QueueIntegration } from '../integrations/runner'
import { findBuilder, findPublicId } from './builder'
import { serverOf } from './server-url'

/**
 * Looks up the public id when a queue names another bot. Without a configured Typebot the queue is saved all the same,
 * and its options go on answering until it is saved again.
 */
export const lookUpPublicId: BeforeSave = async ({ encryptionFor, outsideAllow }: SaveServices, cx, wanted) => {
  const { before, left } = wanted
  const typebotId = wanted.typebotId ?? before?.typebotId ?? ''
  const isTypebot = (wanted.typeChatbot ?? before?.typeChatbot) === 'typebot' && typebotId !== ''
  if (!isTypebot) return wanted.typebotId === undefined ? {} : { typebotPublicId: null }
  if (typebotId === before?.typebotId && before.typebotPublicId !== null) return {}
  const builder = findBuilder(cx, { encryption: encryptionFor('settings'), allowed: outsideAllow, left })
  return { typebotPublicId: builder ? await findPublicId(builder, typebotId) : null }
}

/** Milliseconds before each message. */
const DELAY = 1000
export const RESTART = '00'

export const typebotOfQueue: QueueIntegration = {
  of(cx, queue) {
    const { typeChatbot, typebotId, typebotPublicId: slug } = queue
    if (typeChatbot !== 'typebot' || !typebotId || slug === null) return undefined
    const url = serverOf(readText(cx.db, 'urlTypebotViewer'))
    return url === '' ? undefined : integrationOf(typebotId, { url, slug })
  },
}

type FlowAddress = { readonly url: string; readonly slug: string }

const integrationOf = (typebotId: string, { url, slug }: FlowAddress): Integration => ({
  id: 0,
  type: 'typebot',
  name: 'Typebot',
  projectName: typebotId,
  language: 'pt-BR',
  jsonContent: null,
  urlIntegration: url,
  urlToken: null,
  secret: null,
  typebotSlug: slug,
  typebotDelayMessage: DELAY,
  typebotExpires: 0,
  typebotKeywordFinish: '',
  typebotKeywordRestart: RESTART,
  typebotRestartMessage: '',
  typebotUnknownMessage: '',
  // Such a queue has no switch.
  commandsInTexts: true,
})
